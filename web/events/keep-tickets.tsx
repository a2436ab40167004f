/** Tickets without an account are saved in one browser only: says so, with a link that opens them elsewhere. The tokens are in
 * its fragment, which no server receives. */
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { t } from '#web/words/words.ts'

export function KeepTickets({ tokens }: { tokens: readonly string[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="min-w-0 flex-1 basis-64">{t('tickets.onlyHere')}</p>
      <CopyButton
        text={`${location.origin}/tickets#${tokens.join(',')}`}
        labels={{ idle: t('tickets.copyAll'), copied: t('common.copied') }}
        kind="outline"
      />
    </div>
  )
}
