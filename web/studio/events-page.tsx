/** The user's events, and those whose door the user helps at. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { listOwnConcerts } from '#contract/concerts/concerts.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { type ConcertSummaryWire, formatShortDay } from '#web/events/times.ts'
import { Link } from '#web/navigation/link.tsx'
import { useAccount } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { ownWith } from './content/own.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

const LeftEvents = lazy(async () => ({ default: (await import('./nostr/left-events.tsx')).LeftEvents }))

export function Page() {
  return (
    <StudioFrame>
      {(own) => (
        <>
          <StudioHeading
            title={t('events.studio')}
            lead={t('events.studioLead')}
            actions={
              ownWith(own, 'money').artists.length > 0 && (
                <ButtonLink to="/studio/create/event">{t('events.create')}</ButtonLink>
              )
            }
          />
          <Lists hasArtist={ownWith(own, 'money').artists.length > 0} />
        </>
      )}
    </StudioFrame>
  )
}

function Lists({ hasArtist }: { hasArtist: boolean }) {
  const { call } = useSite()
  const { data, error } = useQuery({ ...callQuery(call, listOwnConcerts, {}), staleTime: 0 })
  if (!data) return error ? <Problem words={describeFailure(error)} /> : <LinesSkeleton />
  return (
    <>
      {data.own.length === 0 ? (
        <EmptyState
          sentence={t(hasArtist ? 'events.studioNone' : 'events.studioNoArtist')}
          {...(!hasArtist && {
            action: <ButtonLink to="/studio/create/artist">{t('events.createArtist')}</ButtonLink>,
          })}
        />
      ) : (
        <Rows concerts={data.own} hrefOf={(id) => `/studio/events/${id}`} />
      )}
      <OnNostr concerts={data.own} />
      {data.helping.length > 0 && (
        <section className="mt-11">
          <h2 className="mb-3 text-xl md:text-2xl">{t('events.helping')}</h2>
          <Rows concerts={data.helping} hrefOf={(id) => `/event/${id}/door`} />
        </section>
      )}
    </>
  )
}

/** Events that are on nostr, but no longer public here. */
function OnNostr({ concerts }: { concerts: readonly ConcertSummaryWire[] }) {
  const { data: account } = useAccount()
  const keys = account?.nostrProfileData.map(({ publicHex }) => publicHex) ?? []
  if (keys.length === 0) return null
  return (
    <Suspense fallback={null}>
      <LeftEvents concerts={concerts} keys={keys} />
    </Suspense>
  )
}

function Rows({ concerts, hrefOf }: { concerts: readonly ConcertSummaryWire[]; hrefOf: (id: string) => string }) {
  return (
    <ul className="border-t border-line">
      {concerts.map((concert) => (
        <li key={concert.id} className="border-b border-line">
          <Link to={hrefOf(concert.id)} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 hover:bg-highlight">
            <Cover src={concert.artworkUrl} alt="" seed={concert.id} sizes="56px" className="size-14 shrink-0" />
            <span className="min-w-0 flex-1 basis-52">
              <span className="block font-semi wrap-anywhere">{concert.name}</span>
              <span className="block text-sm text-ink-2">
                {[concert.artist.name, formatShortDay(concert), concert.city].join(' · ')}
              </span>
            </span>
            <span className="text-sm font-semi text-ink-2 max-sm:basis-full max-sm:ps-[min(calc(56px+1rem),40vw)]">
              {stateOf(concert)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function stateOf(concert: ConcertSummaryWire): string {
  if (concert.isCancelled) return t('events.cancelled')
  if (concert.isDraft) return t('events.draft')
  if (Date.parse(concert.endsAt) < Date.now()) return t('tickets.over')
  return t(concert.isSoldOut ? 'events.soldOut' : 'events.onSale')
}
