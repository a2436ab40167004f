/** The authors the reader has muted, each with an unmute button. Draws nothing when there are none. */
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import type { ChatActions } from './chat-actions.ts'
import type { NostrAuthor } from '#web/nostr/authors.ts'

type MutedProps = { muted: readonly string[]; actions: ChatActions; authorOf: (pubkey: string) => NostrAuthor }

export function MutedUsers({ muted, actions, authorOf }: MutedProps) {
  if (muted.length === 0) return null
  return (
    <details className="mt-4 text-sm text-ink-2">
      <summary className="min-h-8 cursor-pointer font-semi">{t('room.muted', { count: muted.length })}</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {muted.map((pubkey) => {
          const { name, shortKey } = authorOf(pubkey)
          return (
            <li key={pubkey} className="flex items-center justify-between gap-3">
              <span dir="auto" className="min-w-0 truncate">
                {name === shortKey ? name : `${name} · ${shortKey}`}
              </span>
              <Button
                kind="quiet"
                size="small"
                disabled={actions.isBusy}
                aria-label={t('comments.unmute', { name })}
                onClick={() => actions.unmute(pubkey)}
              >
                {t('comments.unmuteShort')}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
