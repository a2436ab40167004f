/** Analytics: what changed, who listens, how content is played and what it earns. Figures, charts and lists, each of which can
 * be saved. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAudience } from '#contract/listening/audience.ts'
import { getAllEarnings, getAllPlays, RANGE_MAX_DAYS } from '#contract/listening/stats.ts'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { AudienceFigures, AudienceParts, AudienceSeries } from './analytics/audience.tsx'
import { Changes } from './analytics/changes.tsx'
import { Compare } from './analytics/compare.tsx'
import { Contents } from './analytics/contents.tsx'
import { type RequestedRange, localDay, ownTimeZone, readChoice } from './analytics/day-ranges.ts'
import { MoneyFigures, useEarned } from './analytics/figures.tsx'
import { Filters, readFilter } from './analytics/filters.tsx'
import { HeardCurve } from './analytics/heard-curve.tsx'
import { Income } from './analytics/income.tsx'
import { Loaded } from './analytics/part.tsx'
import { Sources } from './analytics/parts.tsx'
import { Letter } from './analytics/letter.tsx'
import { RangePicker } from './analytics/range-picker.tsx'
import { AllTime, EarningSeries } from './analytics/series.tsx'
import { Messages, Supporters } from './analytics/supporters.tsx'
import { type Own, ownWith } from './content/own.ts'
import { StudioFrame, StudioHeading } from './frame/studio-frame.tsx'

export function Page() {
  return (
    <StudioFrame>
      {(own) => (
        <>
          <StudioHeading title={t('analytics.title')} />
          <Analytics own={ownWith(own, 'analytics')} />
        </>
      )}
    </StudioFrame>
  )
}

function Analytics({ own }: { own: Own }) {
  const { call } = useSite()
  const earned = useQuery(callQuery(call, getAllEarnings, {}))
  const played = useQuery(callQuery(call, getAllPlays, {}))
  const seesTeam = [...own.artists, ...own.podcasts].some(({ role }) => role !== 'owner')
  const both = {
    data: earned.data && played.data && { ...earned.data, ...played.data },
    error: earned.error ?? played.error,
    refetch: earned.error === null ? played.refetch : earned.refetch,
  }
  return (
    <Loaded query={both} height="h-80">
      {({ msatTotal, playTotal }) =>
        msatTotal + playTotal === 0 && !seesTeam ? <NothingYet own={own} /> : <Everything own={own} />
      }
    </Loaded>
  )
}

/** Today changes while the page is open. */
const LIVE_MS = 15_000

function Everything({ own }: { own: Own }) {
  const { call } = useSite()
  const [search] = useSearchParams()
  const today = localDay(new Date())
  const choice = readChoice(search, today, RANGE_MAX_DAYS)
  const { range } = choice
  const filter = readFilter(search, own)
  const isLive = range.from === today
  const audience = useQuery({
    ...callQuery(call, getAudience, { query: { ...range, ...filter, timeZone: ownTimeZone() } }),
    placeholderData: keepPreviousData,
    ...(isLive && { staleTime: 0, refetchInterval: LIVE_MS }),
  })
  const money = { ...range, ...(filter.artistId !== undefined && { artistId: filter.artistId }) }
  const isOwn = own.artists.every(({ id, role }) => id !== filter.artistId || role === 'owner')
  const hasMoney = isOwn && filter.releaseId === undefined && filter.source === undefined
  const { earned, isLoading } = useEarned(hasMoney ? money : null)
  return (
    <>
      <RangePicker choice={choice} />
      {isLive && <p className="text-sm text-ink-2">{t('analytics.live', { seconds: LIVE_MS / 1_000 })}</p>}
      <Filters own={own} filter={filter} />
      <Loaded query={isLoading ? { ...audience, data: undefined } : audience} height="h-80">
        {(found) => (
          <>
            <Changes audience={found} earned={earned} />
            <AudienceFigures audience={found}>{hasMoney && <MoneyFigures range={money} />}</AudienceFigures>
            <AudienceSeries audience={found} range={range} />
            <AudienceParts audience={found} days={`${range.from}-${range.to}`} />
          </>
        )}
      </Loaded>
      <HeardCurve range={money} />
      <Compare own={own} />
      {hasMoney ? (
        <Money range={money} />
      ) : (
        <p className="mt-8 text-ink-2">{t(isOwn ? 'analytics.playsOnly' : 'team.playsOnly')}</p>
      )}
      <Letter />
    </>
  )
}

function Money({ range }: { range: RequestedRange }) {
  return (
    <>
      <Income range={range} />
      <EarningSeries range={range} />
      <Contents range={range} />
      {range.artistId === undefined ? (
        <>
          <Sources range={range} />
          <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
            <Supporters range={range} />
            <Messages />
          </div>
          <AllTime />
        </>
      ) : (
        <p className="mt-8 text-ink-2">{t('analytics.artistOnly')}</p>
      )}
    </>
  )
}

function NothingYet({ own: { artists, albums, podcasts } }: { own: Own }) {
  if (artists.length + albums.length + podcasts.length === 0) {
    return (
      <EmptyState
        sentence={t('analytics.emptyOwn')}
        action={<ButtonLink to="/studio/create/artist">{t('analytics.emptyOwnAction')}</ButtonLink>}
      />
    )
  }
  const next =
    albums.length > 0
      ? ({ to: '/studio/albums', label: 'analytics.emptyYetAction' } as const)
      : podcasts.length > 0
        ? ({ to: '/studio/podcasts', label: 'analytics.emptyYetPodcasts' } as const)
        : ({ to: '/studio/create/album', label: 'analytics.emptyYetMake' } as const)
  return (
    <EmptyState sentence={t('analytics.emptyYet')} action={<ButtonLink to={next.to}>{t(next.label)}</ButtonLink>} />
  )
}
