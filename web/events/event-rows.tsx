/** Events in a list: the day as large as the picture beside it, the name, the place, the price. */
import { Link } from '#web/navigation/link.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { t } from '#web/words/words.ts'
import { type ConcertSummaryWire, dayNumber, eventHref, formatFrom, monthName, weekdayAndTime } from './times.ts'

export function EventRows({
  concerts,
  hasArtist = true,
}: {
  concerts: readonly ConcertSummaryWire[]
  hasArtist?: boolean
}) {
  return (
    <ul className="@container border-t border-line">
      {concerts.map((concert) => (
        <li key={concert.id} className="border-b border-line">
          <Link
            to={eventHref(concert.id)}
            viewTransition
            className="group/row flex flex-wrap items-center gap-x-[clamp(0.75rem,2vw,2.25rem)] gap-y-2 py-[clamp(0.75rem,1.2vw,1.25rem)] hover:bg-highlight"
          >
            <Day concert={concert} />
            <Cover
              src={concert.artworkUrl}
              alt=""
              seed={concert.id}
              sizes="112px"
              className="w-[clamp(56px,7vw,112px)] shrink-0"
            />
            <span className="min-w-0 flex-1 basis-44">
              <span className="chart-row-title block wrap-anywhere group-hover/row:underline">{concert.name}</span>
              <span className="mt-1 block text-ink-2">
                {[...(hasArtist ? [concert.artist.name] : []), concert.place, concert.city].join(' · ')}
              </span>
            </span>
            <span className="text-end max-md:basis-full max-md:ps-[min(calc(4.75rem+56px),40vw)] max-md:text-start">
              <EventState concert={concert} />
              <span className="block text-sm text-ink-2">{weekdayAndTime(concert)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Day({ concert }: { concert: ConcertSummaryWire }) {
  return (
    <span className="w-[clamp(3.25rem,7vw,7rem)] shrink-0">
      <span className="numeral block text-[clamp(2.4rem,5vw,5.6rem)]">{dayNumber(concert)}</span>
      <span className="block text-sm font-semi">{monthName(concert)}</span>
    </span>
  )
}

export function EventState({ concert }: { concert: ConcertSummaryWire }) {
  const words = concert.isCancelled
    ? t('events.cancelled')
    : concert.isSoldOut
      ? t('events.soldOut')
      : formatFrom(concert)
  return <span className="numeral block text-[clamp(1.2rem,0.9rem+0.9vw,1.9rem)]">{words}</span>
}
