/** Whether an event is public, and the address to give away. */
import { type ConcertWire, eventHref } from '#web/events/times.ts'
import { Link } from '#web/navigation/link.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'

export function EventState({ concert }: { concert: ConcertWire }) {
  const path = eventHref(concert.id)
  const url = location.origin + path
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3 border-y border-line py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" className="font-semi">
          {t(stateOf(concert))}
        </p>
        {!concert.isDraft && (
          <Link to={path} className="wrap-anywhere text-ink-2 underline underline-offset-4 hover:no-underline">
            {url}
          </Link>
        )}
      </div>
      {!concert.isDraft && (
        <CopyButton text={url} labels={{ idle: t('tickets.copyLink'), copied: t('common.copied') }} />
      )}
    </div>
  )
}

function stateOf({ isCancelled, isDraft, endsAt }: ConcertWire): TranslationKey {
  if (isCancelled) return 'events.stateCancelled'
  if (isDraft) return 'events.stateDraft'
  return Date.parse(endsAt) < Date.now() ? 'events.stateOver' : 'events.statePublished'
}
