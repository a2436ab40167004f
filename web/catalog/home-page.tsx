/** The start page: a featured release across the window, three songs to press, a first zap from the house, the Top 40, a
 * message, new releases and the newest episode. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { getAlbum } from '#contract/catalog/albums.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { getDemo } from '#contract/operator/demo.ts'
import { listNewEpisodes } from '#contract/listening/discovery.ts'
import { listLatestZaps } from '#contract/listening/zap-news.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { Visit } from '#web/frame/page.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { useGift } from '#web/gift/gift.ts'
import { useAccount } from '#web/session/account.ts'
import { useSession } from '#web/session/session.ts'
import { useSettings } from '#web/data/site.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { fitsOneLine } from '#web/ui/title-line.ts'
import { LeavingArcs } from '#web/ui/mark.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { whenNear } from '#web/ui/when-near.tsx'
import { t } from '#web/words/words.ts'
import { JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { LateHorizon } from '#web/content/late-horizon.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { bylineHref, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import { percentReaching } from '#web/content/number-formats.ts'
import { latestZapsOf } from '#web/content/horizon/latest-zaps.ts'
import { Ticker } from '#web/content/ticker.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'
import { formatSats } from '#web/words/sats.ts'
import { zappedOf } from '#web/content/zapped.ts'

const FirstSteps = lazy(async () => ({ default: (await import('./home/first-steps.tsx')).FirstSteps }))
const ContinueListening = lazy(async () => ({
  default: (await import('./home/continue-listening.tsx')).ContinueListening,
}))
const GiftBand = lazy(async () => ({ default: (await import('#web/gift/gift-band.tsx')).GiftBand }))
const HomeNote = lazy(async () => ({ default: (await import('./home/home-note.tsx')).HomeNote }))
const News = lazy(async () => ({ default: (await import('./home/news.tsx')).News }))
const Quote = whenNear(async () => (await import('#web/content/quote.tsx')).Quote)
const ThreeToPress = whenNear(async () => (await import('./home/three-to-press.tsx')).ThreeToPress)
const ChartOfWeek = whenNear(async () => (await import('./home/chart-of-week.tsx')).ChartOfWeek)
const Mosaic = whenNear(async () => (await import('./home/mosaic.tsx')).Mosaic)
const PodcastBand = whenNear(async () => (await import('./home/podcast-band.tsx')).PodcastBand)

const CHART = { query: { phase: 'week' as const, limit: '18' } }
const EPISODES = { query: { limit: '1' } }
const HOME = { query: { limit: '12' } }

export async function load(visit: Visit) {
  const [home] = await Promise.all([
    preload(visit, listFeaturedTracks, HOME),
    preloadQuietly(visit, listTopTracks, CHART),
    preloadQuietly(visit, listNewEpisodes, EPISODES),
    preloadQuietly(visit, listLatestZaps, latestZapsOf(undefined)),
    visit.site.settings.isSandbox && preloadQuietly(visit, getDemo, {}),
  ])
  const first = featuredOf(home)
  const [episode] = readLoaded(visit, listNewEpisodes, EPISODES) ?? []
  await Promise.all([
    first && preloadQuietly(visit, getAlbum, { params: { albumId: first.albumId } }),
    episode && preloadQuietly(visit, getEpisode, { params: { episodeId: episode.id } }),
  ])
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
  const [episode] = usePageData(listNewEpisodes, EPISODES) ?? []
  // Requested in a sandbox only.
  const demo = usePageData(getDemo, {}, { isEnabled: false })
  const isDemoOpen = demo !== undefined && (demo.isMaking || demo.isStopped)
  if (!home) return <PageSkeleton label={t('common.loading')} />
  const featured = featuredOf(home)
  const isEmpty = !featured && !episode
  const more = (href: string) => ({ href, label: t('common.seeAll') })
  return (
    <>
      <HomeHead />
      {featured ? (
        <Featured track={featured} />
      ) : (
        <div className="pt-2 md:pt-5">
          <Pitch />
        </div>
      )}
      <Ticker />
      {(isDemoOpen || isEmpty) && (
        <Suspense fallback={null}>
          <HomeNote isDemoOpen={isDemoOpen} />
        </Suspense>
      )}
      {!isEmpty && (
        <div className="paper bleed -mb-(--band) px-(--gut) pt-px">
          <FirstStepsIfEmpty />
          <ToPress chart={chart} featuredArtistUrl={featured?.artistUrl} />
          <FirstZap />
          <Suspense fallback={null}>
            <OwnNews />
          </Suspense>
          {chart.length > 0 && (
            <Section title={t('home.topTitle')} more={more('/top')}>
              <ChartOfWeek tracks={chart} />
            </Section>
          )}
          <Quote />
          {home.newTracks.length > 0 && (
            <Section title={t('home.newTitle')} more={more('/new')}>
              <Mosaic releases={releasesOf(home.newTracks)} />
            </Section>
          )}
          {episode ? <PodcastBand episode={episode} /> : <div className="h-(--band)" />}
        </div>
      )}
    </>
  )
}

/** One for each record, the newest first. */
function releasesOf(tracks: readonly TrackWire[]) {
  const releases = new Map(tracks.map((track) => [track.albumId, track]))
  return [...releases.values()].map(({ albumId, albumTitle, artworkUrl, artist }) => {
    return { id: albumId, title: albumTitle, artworkUrl, note: artist }
  })
}

/** What a signed-in user has begun, in the place of the three. */
function ToPress(three: ComponentProps<typeof ThreeToPress>) {
  const isSignedIn = useSession((state) => state.session !== null)
  const blocks = <ThreeToPress {...three} />
  if (!isSignedIn) return blocks
  return (
    <Suspense fallback={blocks}>
      <ContinueListening otherwise={blocks} />
    </Suspense>
  )
}

/** Nothing is loaded before there is something to give. */
function FirstZap() {
  const isShown = useGift(({ step }) => step.at !== 'hidden')
  return <Suspense fallback={null}>{isShown && <GiftBand />}</Suspense>
}

function OwnNews() {
  return useSession((state) => state.session !== null) && <News />
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
          {t('shell.docs')}
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

/** A narrower title is not higher than one of this width. */
const FEATURED_EM = 4.7

/** The featured release: the colours of the page, and its title across the window. */
function Featured({ track }: { track: TrackWire }) {
  const album = usePageData(getAlbum, { params: { albumId: track.albumId } })
  // The album may have been removed meanwhile; the track itself is still available.
  const tracks = album?.tracks ?? [track]
  // The total the zap button beside it adds to. The album's total includes what its tracks receive.
  const receivedMsat = album?.msatTotal ?? track.msatTotal
  const { albumId, albumTitle: title, artist, artworkUrl } = track
  const href = `/album/${albumId}`
  const fit = album?.titleFit ?? null
  const sizes: Record<`--${string}`, number> = {
    '--featured-lines': (fit?.wide.breaks.length ?? 0) + 1,
    '--featured-em': fit !== null && fitsOneLine(fit) ? Math.max(fit.lineEm, FEATURED_EM) : FEATURED_EM,
  }
  return (
    <section style={sizes}>
      {/* Above the title, whose letters reach out of their line. */}
      <div className="relative z-10 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[min(2rem,5vw)] gap-y-4 pt-2 md:gap-y-6 md:pt-5 md:pb-3">
        <div className="min-w-0 self-end max-md:col-span-2 signed-in:contents">
          <Pitch />
        </div>
        <div className="col-start-1 flex flex-wrap items-center gap-4 self-start max-md:flex-col max-md:items-start max-md:self-center md:signed-in:self-center md:[&>:first-child]:size-16">
          <PlayDisc list={playablesOfTracks(tracks)} title={title} />
          <ZapButton
            content={zappedOf({ contentId: albumId, title, artist, artworkUrl }, tracks)}
            isDiscOnPhones
            isNamed
          />
          <LikeButton contentId={albumId} title={title} />
        </div>
        <Link
          to={href}
          tabIndex={-1}
          aria-hidden="true"
          className="relative col-start-2 block w-[min(62vw,34svh)] max-md:-mr-(--gut) max-[17rem]:w-[58vw] md:row-span-2 md:row-start-1 featured-cover md:w-[clamp(220px,var(--cover-most),29vw)] md:signed-in:row-span-1 md:signed-in:w-[clamp(160px,14vw,270px)]"
        >
          <LeavingArcs className="poster-arcs" />
          <Cover src={artworkUrl} alt="" seed={albumId} isEager sizes="(min-width: 761px) 29vw, 62vw" />
        </Link>
      </div>
      <div className="featured-title">
        <FittedTitle title={title} fit={fit} level="h2" isAcross>
          {(shown) => <Link to={href}>{shown}</Link>}
        </FittedTitle>
      </div>
      <p className="-mt-4 flex flex-wrap items-baseline justify-between gap-x-6 title-3 md:-mt-6">
        <Link to={bylineHref(track)} className="hover:underline">
          {artist}
        </Link>
        {receivedMsat > 0 && <span>{t('catalog.satsSoFar', { sats: formatSats(receivedMsat) })}</span>}
      </p>
      <LateHorizon contentId={albumId} title={title} list={playablesOfTracks(tracks)} />
    </section>
  )
}
