/** A shortened npub beside a button that copies the whole one. */
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { useCopy } from '#web/ui/controls/copy.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { shortenNpub } from './authors.ts'

export function CopiedNpub({ pubkey }: { pubkey: string }) {
  const { copied, copy } = useCopy(encodeNpub(pubkey))
  return (
    <span className="inline-flex items-center gap-0.5">
      {shortenNpub(pubkey)}
      <IconButton
        label={copied ? t('common.copied') : t('wallet.copy', { what: shortenNpub(pubkey) })}
        size="small"
        onClick={copy}
        className="-my-2"
      >
        {copied ? <CheckIcon size={15} aria-hidden="true" /> : <CopyIcon size={15} aria-hidden="true" />}
      </IconButton>
      <span aria-live="polite" className="sr-only">
        {copied && t('common.copied')}
      </span>
    </span>
  )
}
