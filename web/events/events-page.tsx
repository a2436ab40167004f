/** Coming events: the next ones as bands in the colours of their pictures, the others as rows, and the cities to choose from.
 * A city is part of the URL; the page never asks where the visitor is. */
import { listConcerts } from '#contract/concerts/concerts.ts'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyList } from '#web/content/empty/empty-list.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { EventRows, EventState } from './event-rows.tsx'
import { type ConcertSummaryWire, dayNumber, eventHref, monthName, weekdayAndTime } from './times.ts'

const BANDS = 3
const SIZES = ['chart-first', 'chart-second', 'chart-third']
const LONG = 36

const inputOf = (search: URLSearchParams) => {
  const city = search.get('city')?.slice(0, 160)
  return { query: city ? { city } : {} }
}
const hrefOf = (city: string | null) => (city === null ? '/events' : `/events?city=${encodeURIComponent(city)}`)

export const load = (visit: Visit) => preload(visit, listConcerts, inputOf(visit.url.searchParams))

export function Page() {
  const [search] = useSearchParams()
  const data = usePageData(listConcerts, inputOf(search))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  const city = search.get('city')
  const { concerts, cities } = data
  return (
    <>
      <Head title={t('events.title')} description={t('events.lead')} path="/events" />
      <ItemListLd name={t('events.title')} items={concerts.map(({ id, name }) => ({ name, href: eventHref(id) }))} />
      <header className="mt-2 mb-5 md:mt-4 md:mb-6">
        <h1 className="title-1">{t('events.title')}</h1>
        <p className="mt-3 max-w-[52ch] text-lg text-ink-2">
          {t('events.lead')}{' '}
          <Link
            to="/studio/events"
            className="font-semi whitespace-nowrap text-ink underline underline-offset-4 hover:no-underline"
          >
            {t('events.plan')}
          </Link>
        </p>
      </header>
      {cities.length > 0 && <Cities cities={cities} city={city} />}
      {concerts.length === 0 ? (
        <EmptyList
          sentence={t('events.none')}
          action={
            <ButtonLink to={city === null ? '/artists' : '/events'}>
              {t(city === null ? 'events.toArtists' : 'events.all')}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <Bands concerts={concerts.slice(0, BANDS)} />
          {concerts.length > BANDS && (
            <div className="mt-[clamp(1.5rem,3vw,3.5rem)]">
              <EventRows concerts={concerts.slice(BANDS)} />
            </div>
          )}
        </>
      )}
    </>
  )
}

function Cities({ cities, city }: { cities: readonly string[]; city: string | null }) {
  return (
    <nav aria-label={t('events.cities')} className="mb-5 flex flex-wrap gap-x-6">
      {[null, ...cities].map((one) => (
        <Link
          key={one ?? ''}
          to={hrefOf(one)}
          replace
          preventScrollReset
          aria-current={one?.toLowerCase() === city?.toLowerCase() ? 'page' : undefined}
          className="grid min-h-11 max-w-full content-end wrap-anywhere border-b-3 border-transparent px-0.5 pb-1.5 font-semi text-ink-2 hover:text-ink aria-[current=page]:border-current aria-[current=page]:text-ink"
        >
          {one ?? t('events.everywhere')}
        </Link>
      ))}
    </nav>
  )
}

function Bands({ concerts }: { concerts: readonly ConcertSummaryWire[] }) {
  return (
    <ol className="bleed">
      {concerts.map((concert, index) => (
        <li
          key={concert.id}
          style={floodStyle(concert.colorInfo)}
          className={`chart-band border-b-0! flood ${SIZES[index]}`}
        >
          <span className="event-day">
            <span className="title-2">{monthName(concert)}</span>
            <span className="rank-figure numeral">{dayNumber(concert)}</span>
          </span>
          <span className="chart-cover self-end">
            <Cover
              src={concert.artworkUrl}
              alt=""
              seed={concert.id}
              isEager={index === 0}
              sizes="(min-width: 761px) 25vw, 44vw"
            />
          </span>
          <div className="chart-words justify-between pt-[clamp(0.5rem,1.2vw,1.5rem)] pr-(--gut) pb-5">
            <div>
              <p className="font-semi md:text-lg">{weekdayAndTime(concert)}</p>
              <h2 className={`band-title mt-2 ${concert.name.length > LONG ? 'band-title-long' : ''}`.trim()}>
                <Link to={eventHref(concert.id)} viewTransition className="hover:underline">
                  {concert.name}
                </Link>
              </h2>
            </div>
            <div className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
              <p className="min-w-0 font-semi md:text-lg">
                {concert.artist.name}
                <span className="block font-normal">{`${concert.place} · ${concert.city}`}</span>
              </p>
              <EventState concert={concert} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
