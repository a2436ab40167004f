/** An event: its name across the window, its picture, when and where, and its tickets, in the colours of the picture. */
import { getConcert, listConcerts } from '#contract/concerts/concerts.ts'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { ShareButton } from '#web/content/share-button.tsx'
import { Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import type { Visit } from '#web/frame/page.ts'
import { preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { artistHref } from '#web/player/state/playables.ts'
import { Poster } from '#web/ui/images/poster.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { EventRows } from './event-rows.tsx'
import { TicketChoice } from './ticket-choice.tsx'
import { calendarHref, type ConcertWire, eventHref, formatDay, formatHours, formatShortDay } from './times.ts'

const WORD =
  'inline-flex min-h-11 items-center font-semi underline decoration-2 underline-offset-[5px] hover:no-underline'

export async function load(visit: Visit) {
  const concertId = visit.params['concertId'] ?? ''
  const concert = await preload(visit, getConcert, { params: { concertId } })
  await preloadQuietly(visit, listConcerts, { query: { artistId: concert.artist.id } })
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getConcert, { params: { concertId: visit.params['concertId'] ?? '' } })?.colorInfo

export function Page() {
  const { concertId = '' } = useParams()
  const concert = usePageData(getConcert, { params: { concertId } })
  if (!concert) return <PageSkeleton label={t('common.loading')} />
  return (
    <>
      <EventHead concert={concert} />
      {/* The title leaves room for the date and the tickets in the first window. */}
      <div className="[--title-high:27svh] [--title-most:15svh]">
        <Poster
          isCoverLast
          title={concert.name}
          fit={concert.titleFit}
          transitionName="cover"
          byline={
            <Link to={artistHref(concert.artist.artistUrl)} className="hover:underline">
              {concert.artist.name}
            </Link>
          }
          coverUrl={concert.artworkUrl}
          seed={concert.id}
          actions={<Actions concert={concert} />}
        >
          <p className="title-1 max-md:text-[1.65rem]! md:mt-3">
            <time dateTime={concert.beginsAt}>{formatDay(concert)}</time>
          </p>
          <p className="mt-2 font-semi md:text-lg">{formatHours(concert)}</p>
          <p className="md:text-lg">{`${concert.place}, ${concert.city}`}</p>
          {concert.isCancelled ? (
            <p className="title-2 mt-4 md:mt-6">{t('events.cancelledNote')}</p>
          ) : (
            <TicketChoice concert={concert} />
          )}
          <p className="mt-3 flex flex-wrap gap-x-5">
            {concert.mapUrl !== null && (
              <a href={concert.mapUrl} target="_blank" rel="noreferrer nofollow ugc" className={WORD}>
                {t('events.map')}
              </a>
            )}
            {!concert.isCancelled && (
              <a href={calendarHref(concert.id)} download={`${concert.name}.ics`} className={WORD}>
                {t('events.calendar')}
              </a>
            )}
          </p>
          {concert.goingOnNostr > 0 && !concert.isCancelled && (
            <p className="mt-5">{t('events.goingOnNostr', { count: concert.goingOnNostr })}</p>
          )}
          {concert.description && (
            <p className="mt-8 max-w-[52ch] text-lg whitespace-pre-line wrap-anywhere">{concert.description}</p>
          )}
        </Poster>
      </div>
      <OtherEvents concert={concert} />
    </>
  )
}

function Actions({ concert }: { concert: ConcertWire }) {
  if (concert.isDraft) return <p className="font-semi">{t('events.draft')}</p>
  return (
    <ShareButton
      target={{
        path: eventHref(concert.id),
        title: concert.name,
        byline: `${concert.artist.name}, ${formatShortDay(concert)}`,
        artworkUrl: concert.artworkUrl,
      }}
    />
  )
}

function OtherEvents({ concert }: { concert: ConcertWire }) {
  const { artist } = concert
  const all = usePageData(listConcerts, { query: { artistId: artist.id } })?.concerts ?? []
  const others = all.filter(({ id }) => id !== concert.id)
  if (others.length === 0) return null
  return (
    <Section title={t('events.moreBy', { artist: artist.name })} more={{ href: '/events', label: t('common.seeAll') }}>
      <EventRows concerts={others} hasArtist={false} />
    </Section>
  )
}

function EventHead({ concert }: { concert: ConcertWire }) {
  const absolute = useAbsolute()
  const path = eventHref(concert.id)
  const place = `${concert.place}, ${concert.city}`
  const description =
    concert.description || t('events.description', { artist: concert.artist.name, place, date: formatDay(concert) })
  return (
    <>
      <Head
        title={`${concert.name}, ${concert.artist.name}`}
        description={description}
        path={path}
        isHidden={concert.isDraft}
        shared={{ type: 'website' }}
      />
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'MusicEvent',
            name: concert.name,
            url: absolute(path),
            image: [...(concert.artworkUrl === null ? [] : [absolute(concert.artworkUrl)]), absolute(cardPathOf(path))],
            description,
            startDate: concert.beginsAt,
            endDate: concert.endsAt,
            eventStatus: `https://schema.org/${concert.isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
            eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
            location: {
              '@type': 'Place',
              name: concert.place,
              address: { '@type': 'PostalAddress', addressLocality: concert.city },
            },
            performer: {
              '@type': 'MusicGroup',
              name: concert.artist.name,
              url: absolute(artistHref(concert.artist.artistUrl)),
            },
            offers: concert.tiers.map((tier) => ({
              '@type': 'Offer',
              name: tier.name,
              url: absolute(path),
              availability: `https://schema.org/${tier.left > 0 ? 'InStock' : 'SoldOut'}`,
              ...(tier.centsPrice !== null && { price: (tier.centsPrice / 100).toFixed(2), priceCurrency: 'USD' }),
              ...(tier.msatPrice !== null && { price: (tier.msatPrice / 1e11).toFixed(8), priceCurrency: 'BTC' }),
            })),
          }
        }
      />
    </>
  )
}
