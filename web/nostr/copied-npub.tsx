/** A shortened npub beside a button that copies the whole one. */
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { CopyIconButton } from '#web/ui/controls/copy.tsx'
import { t } from '#web/words/words.ts'
import { shortenNpub } from './authors.ts'

export function CopiedNpub({ pubkey }: { pubkey: string }) {
  const what = shortenNpub(pubkey)
  return (
    <span className="inline-flex items-center gap-0.5">
      {what}
      <CopyIconButton
        text={encodeNpub(pubkey)}
        labels={{ idle: t('wallet.copy', { what }), copied: t('common.copied') }}
      />
    </span>
  )
}
