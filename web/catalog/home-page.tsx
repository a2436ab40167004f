/** The start page: a featured release, started episodes, the Top 40, new releases, episodes and shows, genres. */
import { lazy, Suspense } from 'react'
import { getAlbum } from '#contract/catalog/albums.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { getDemo } from '#contract/operator/demo.ts'
import { listNewEpisodes } from '#contract/listening/discovery.ts'
import { listLatestZaps } from '#contract/listening/zap-news.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { listPodcasts } from '#contract/catalog/podcasts.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { Visit } from '#web/frame/page.ts'
import { HeartButton } from '#web/likes/heart.tsx'
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ReleaseGrid, ShowGrid } from './lists/cards.tsx'
import { ChartList } from './lists/chart-list.tsx'
import { ContinueListening } from './home/continue-listening.tsx'
import { ThreeToPress } from './home/three-to-press.tsx'
import { EpisodeList } from './lists/episode-list.tsx'
import { GenreLinks } from './lists/genre-links.tsx'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { LateHorizon } from '#web/content/late-horizon.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import { percentReaching } from '#web/content/number-formats.ts'
import { Ticker } from '#web/content/ticker.tsx'
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
    preloadQuietly(visit, listLatestZaps, {}),
    visit.site.settings.isSandbox && preloadQuietly(visit, getDemo, {}),
  ])
  const first = featuredOf(home)
  if (first) await preloadQuietly(visit, getAlbum, { params: { albumId: first.albumId } })
}

export function coloursOf(visit: Visit) {
  const home = readLoaded(visit, listFeaturedTracks, HOME)
  return home && featuredOf(home)?.colorInfo
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
      {featured ? <Featured track={featured} /> : <Pitch />}
      <Ticker />
      <div className="paper bleed -mb-(--band) px-(--gut) pt-px pb-(--band)">
        <Suspense fallback={null}>
          {(isDemoMaking || (!featured && shows.length === 0)) && <HomeNote isDemoMaking={isDemoMaking} />}
        </Suspense>
        <FirstStepsIfEmpty />
        <ContinueListening />
        <ThreeToPress chart={chart} featuredArtistUrl={featured?.artistUrl} />
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
      </div>
    </>
  )
}

/** Shown only to signed-in users whose balance is known to be empty. */
function FirstStepsIfEmpty() {
  const { data: account } = useAccount()
  return <Suspense fallback={null}>{account?.msatBalance === 0 && <FirstSteps />}</Suspense>
}

/** What the site is, for visitors. Signed-in users know it; for them the heading is for screen readers only. */
function Pitch() {
  const { feePpm } = useSettings()
  return (
    <header className="signed-in:sr-only">
      <h1 className="title-1">
        <span className="block">{t('home.pitchListen')}</span> <span className="block">{t('home.pitchPay')}</span>
      </h1>
      <p className="mt-4 max-w-[40ch] text-pretty md:text-lg">
        {t('home.pitchLine', { percent: percentReaching(feePpm) })}{' '}
        <Link to="/docs" className="font-semi whitespace-nowrap underline decoration-2 underline-offset-[5px]">
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

/** The featured release: the colours of the page, and its title across the window. */
function Featured({ track }: { track: TrackWire }) {
  const album = usePageData(getAlbum, { params: { albumId: track.albumId } })
  // The album may have been removed meanwhile; the track itself is still available.
  const tracks = album?.tracks ?? [track]
  // The total the zap button beside it adds to. The album's total includes what its tracks receive.
  const receivedMsat = album?.msatTotal ?? track.msatTotal
  const { albumId, albumTitle: title, artist, artworkUrl } = track
  const href = `/album/${albumId}`
  return (
    <section>
      {/* Above the title, whose letters reach out of their line. */}
      <div className="relative z-10 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[min(2rem,5vw)] gap-y-6 pb-4">
        <div className="min-w-0 self-end max-md:col-span-2">
          <Pitch />
        </div>
        <div className="col-start-1 flex flex-wrap items-center gap-4 self-start max-md:flex-col max-md:items-start max-md:self-center md:mt-4">
          <PlayDisc list={playablesOfTracks(tracks)} title={title} />
          <ZapButton content={{ contentId: albumId, title, artist, artworkUrl }} />
          <HeartButton contentId={albumId} title={title} isWord />
        </div>
        <Link
          to={href}
          tabIndex={-1}
          aria-hidden="true"
          className="col-start-2 block w-[56vw] max-md:-mr-(--gut) md:row-span-2 md:row-start-1 md:w-[clamp(220px,calc(100svh-36.5vw-44px),29vw)]"
        >
          <Cover src={artworkUrl} alt="" seed={albumId} isEager sizes="(min-width: 761px) 29vw, 56vw" />
        </Link>
      </div>
      <FittedTitle title={title} fit={album?.titleFit ?? null} level="h2">
        {(shown) => <Link to={href}>{shown}</Link>}
      </FittedTitle>
      <p className="flex flex-wrap justify-between gap-x-6 font-semi">
        <Link to={artistHref(track.artistUrl)} className="hover:underline">
          {artist}
        </Link>
        {receivedMsat > 0 && <span>{t('catalog.satsSoFar', { sats: formatSats(receivedMsat) })}</span>}
      </p>
      <LateHorizon contentId={albumId} title={title} list={playablesOfTracks(tracks)} />
    </section>
  )
}
