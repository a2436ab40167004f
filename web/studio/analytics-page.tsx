/** Analytics: what the user's content earns and how it is
 * played. Figures, charts and lists, each of which can be saved. */
import { useQuery } from '@tanstack/react-query'
import { getAllEarnings, getAllPlays, RANGE_MAX_DAYS } from '#contract/listening/stats.ts'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { Contents } from './analytics/contents.tsx'
import { dayOf, readChoice } from './analytics/day-ranges.ts'
import { ArtistFilter } from './analytics/artist-filter.tsx'
import { Figures } from './analytics/figures.tsx'
import { Income } from './analytics/income.tsx'
import { Loaded } from './analytics/part.tsx'
import { Sources } from './analytics/parts.tsx'
import { RangePicker } from './analytics/range-picker.tsx'
import { AllTime, EarningSeries, PlaySeries } from './analytics/series.tsx'
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
  const seesTeam = own.artists.some(({ role }) => role !== 'owner')
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

function Everything({ own: { artists } }: { own: Own }) {
  const [search] = useSearchParams()
  const choice = readChoice(search, dayOf(new Date()), RANGE_MAX_DAYS)
  const { range } = choice
  const artist = artists.find(({ id }) => id === search.get('artist'))
  const asked = { ...range, ...(artist && { artistId: artist.id }) }
  if (artist && artist.role !== 'owner') {
    return (
      <>
        <ArtistFilter artists={artists} selected={artist.id} />
        <RangePicker choice={choice} />
        <PlaySeries range={asked} />
        <p className="mt-8 text-ink-2">{t('team.playsOnly')}</p>
      </>
    )
  }
  if (artist) {
    return (
      <>
        <ArtistFilter artists={artists} selected={artist.id} />
        <RangePicker choice={choice} />
        <Figures range={asked} />
        <Income range={asked} />
        <EarningSeries range={asked} />
        <PlaySeries range={asked} />
        <Contents range={asked} />
        <p className="mt-8 text-ink-2">{t('analytics.artistOnly')}</p>
      </>
    )
  }
  return (
    <>
      {artists.length > 1 && <ArtistFilter artists={artists} selected="" />}
      <RangePicker choice={choice} />
      <Figures range={asked} />
      <Income range={asked} />
      <EarningSeries range={asked} />
      <PlaySeries range={asked} />
      <Contents range={asked} />
      <Sources range={range} />
      <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
        <Supporters range={range} />
        <Messages />
      </div>
      <AllTime />
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
