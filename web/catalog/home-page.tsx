/** The start page: a featured release, started episodes, the Top 40, new releases, episodes and shows, genres. */
import { lazy, Suspense } from 'react'
import { getAlbum } from '#contract/catalog/albums.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { getDemo } from '#contract/operator/demo.ts'
import { listNewEpisodes } from '#contract/listening/discovery.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { listPodcasts } from '#contract/catalog/podcasts.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { Visit } from '#web/frame/page.ts'
import { HeartButton } from '#web/likes/heart.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Feature } from '#web/ui/images/feature.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ReleaseGrid, ShowGrid } from './lists/cards.tsx'
import { ChartList } from './lists/chart-list.tsx'
import { ContinueListening } from './home/continue-listening.tsx'
import { EpisodeList } from './lists/episode-list.tsx'
import { GenreLinks } from './lists/genre-links.tsx'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, usePageData } from '#web/frame/page-data.ts'
import { PlayAllButton } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import { percentReaching } from '#web/content/number-formats.ts'
import { ZapButton } from '#web/content/zap-button.tsx'
import { formatSats } from '#web/words/sats.ts'

const FirstSteps = lazy(async () => ({ default: (await import('./home/first-steps.tsx')).FirstSteps }))

const HomeNote = lazy(async () => ({ default: (await import('./home/home-note.tsx')).HomeNote }))

const CHART = { query: { phase: 'week' as const, limit: '10' } }
const EPISODES = { query: { limit: '4' } }
/** Three rows of two, or one row of six. */
const NEW_SHOWN = 6
const HOME = { query: { limit: String(NEW_SHOWN) } }
const SHOWS = { query: { limit: '4' } }

export async function load(visit: Visit) {
  const [home] = await Promise.all([
    preload(visit, listFeaturedTracks, HOME),
    preloadQuietly(visit, listTopTracks, CHART),
    preloadQuietly(visit, listPodcasts, SHOWS),
    preloadQuietly(visit, listNewEpisodes, EPISODES),
    preloadQuietly(visit, listGenres, {}),
    visit.site.settings.isSandbox && preloadQuietly(visit, getDemo, {}),
  ])
  const first = featuredOf(home)
  if (first) await preloadQuietly(visit, getAlbum, { params: { albumId: first.albumId } })
}

type Home = { featured: TrackWire[]; trending: TrackWire[]; newTracks: TrackWire[] }

const featuredOf = (home: Home): TrackWire | undefined => home.featured[0] ?? home.newTracks[0]

export function Page() {
  const home = usePageData(listFeaturedTracks, HOME)
  const chart = usePageData(listTopTracks, CHART) ?? []
  const shows = usePageData(listPodcasts, SHOWS)?.podcasts ?? []
  const episodes = usePageData(listNewEpisodes, EPISODES) ?? []
  const hasGenres = usePageData(listGenres, {})?.some(({ count }) => count > 0) === true
  // Requested in a sandbox only.
  const isDemoMaking = usePageData(getDemo, {}, { isEnabled: false })?.isMaking === true
  if (!home) return <PageSkeleton label={t('common.loading')} />
  const featured = featuredOf(home)
  const more = (href: string) => ({ href, label: t('common.seeAll') })
  return (
    <>
      <HomeHead />
      <Pitch />
      <Suspense fallback={null}>
        {(isDemoMaking || (!featured && shows.length === 0)) && <HomeNote isDemoMaking={isDemoMaking} />}
      </Suspense>
      {featured && <Featured track={featured} />}
      <FirstStepsIfEmpty />
      <ContinueListening />
      {chart.length > 0 && (
        <Section title={t('home.topTitle')} more={more('/top')}>
          <ChartList tracks={chart} />
        </Section>
      )}
      {home.newTracks.length > 0 && (
        <Section title={t('home.newTitle')} more={more('/new')}>
          <ReleaseGrid
            releases={home.newTracks.slice(0, NEW_SHOWN).map((track) => ({
              id: track.albumId,
              title: track.albumTitle,
              artworkUrl: track.artworkUrl,
              note: track.artist,
            }))}
          />
        </Section>
      )}
      {shows.length > 0 && (
        <Section title={t('home.showsTitle')} more={more('/podcasts')}>
          <ShowGrid shows={shows} />
        </Section>
      )}
      {episodes.length > 0 && (
        <Section title={t('home.episodesTitle')} more={more('/podcasts')}>
          <EpisodeList episodes={episodes} showArtworkUrl={null} hasShows />
        </Section>
      )}
      {hasGenres && (
        <Section title={t('home.genresTitle')} more={more('/artists')}>
          <GenreLinks />
        </Section>
      )}
    </>
  )
}

/** Shown only to signed-in users whose balance is known to be empty. */
function FirstStepsIfEmpty() {
  const { data: account } = useAccount()
  return <Suspense fallback={null}>{account?.msatBalance === 0 && <FirstSteps />}</Suspense>
}

/** A short introduction for visitors. Signed-in users do not
 * need it; for them the heading is for screen readers only. */
function Pitch() {
  const { feePpm } = useSettings()
  return (
    <header
      className={classNames(
        'mb-5 flex flex-col gap-x-14 gap-y-2 md:mt-1 md:mb-7 xl:flex-row xl:items-end xl:justify-between',
        'signed-in:m-0',
      )}
    >
      <h1 className="title-great signed-in:sr-only">
        <span className="inline-block">{t('home.pitchListen')}</span>{' '}
        <span className="inline-block">{t('home.pitchPay')}</span>
      </h1>
      <p className="max-w-[52ch] text-pretty text-ink-2 signed-in:hidden xl:max-w-[44ch] xl:pb-1">
        {t('home.pitchLine', { percent: percentReaching(feePpm) })}{' '}
        <Link
          to="/docs"
          className="font-semi whitespace-nowrap text-purple underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t('home.howItWorks')}
        </Link>
      </p>
    </header>
  )
}

function HomeHead() {
  const { brandName: name } = useSettings()
  const absolute = useAbsolute()
  return (
    <>
      <Head title={t('home.title')} description={t('home.title')} path="/" />
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'WebSite',
            name,
            url: absolute('/'),
            potentialAction: {
              '@type': 'SearchAction',
              target: { '@type': 'EntryPoint', urlTemplate: `${absolute('/search') ?? ''}?q={search_term_string}` },
              'query-input': 'required name=search_term_string',
            },
          }
        }
      />
    </>
  )
}

function Featured({ track }: { track: TrackWire }) {
  const album = usePageData(getAlbum, { params: { albumId: track.albumId } })
  // The album may have been removed meanwhile; the track itself is still available.
  const tracks = album?.tracks ?? [track]
  // The total the zap button beside it adds to. The album's total includes what its tracks receive.
  const receivedMsat = album?.msatTotal ?? track.msatTotal
  const href = `/album/${track.albumId}`
  return (
    <Feature
      title={track.albumTitle}
      titleHref={href}
      isPageTitle={false}
      kicker={
        <Link to={artistHref(track.artistUrl)} className="hover:underline">
          {track.artist}
        </Link>
      }
      coverUrl={track.artworkUrl}
      seed={track.albumId}
      colours={track.colorInfo}
      hasMark
      isCompact
      actions={
        <>
          <PlayAllButton list={playablesOfTracks(tracks)} title={track.albumTitle} />
          <ZapButton
            content={{
              contentId: track.albumId,
              title: track.albumTitle,
              artist: track.artist,
              artworkUrl: track.artworkUrl,
            }}
          />
          <HeartButton contentId={track.albumId} title={track.albumTitle} isLarge />
        </>
      }
    >
      {album?.description && <p className="line-clamp-3">{album.description}</p>}
      {receivedMsat > 0 && (
        <p className="mt-2 font-semi">{t('catalog.satsSoFar', { sats: formatSats(receivedMsat) })}</p>
      )}
    </Feature>
  )
}
