/** An artist: a photograph or the cover with the name across it, a year of sats, top tracks and all releases. What is below the
 * first screen is loaded after the page. */
import { getAlbum, listAppearances, listArtistAlbums } from '#contract/catalog/albums.ts'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import { getImagery } from '#contract/catalog/imagery.ts'
import { listConcerts } from '#contract/concerts/concerts.ts'
import { getArtistYear, listContentSupporters } from '#contract/listening/support.ts'
import { listLatestZaps } from '#contract/listening/zap-news.ts'
import { listSimilarArtists } from '#contract/listening/discovery.ts'
import type { Wire } from '#contract/endpoint.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { preloadComments } from '#web/comments/comment-data.ts'
import { LateComments } from '#web/comments/late-comments.ts'
import { FeedLink, Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { FollowButton } from '#web/likes/follow-button.tsx'
import { useParams, useSearchParams } from '#web/navigation/navigation.tsx'
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { whenNear } from '#web/ui/when-near.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Poster } from '#web/ui/images/poster.tsx'
import { VerifiedIcon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { nameOfTop } from './lists/top-name.ts'
import { ArtistGrid } from './lists/cards.tsx'
import { factsLd, JsonLd, useAbsolute } from '#web/content/json-ld.tsx'
import { externalLinks } from './details/external-addresses.ts'
import { ArtistWords } from './details/artist-words.tsx'
import { ArtistBanner, type Banner } from './details/artist-banner.tsx'
import { isId, preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { isPublic, StateBadge } from '#web/content/badges.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks, chatHref } from '#web/player/state/playables.ts'
import { RadioButton } from '#web/content/radio-button.tsx'
import { ShareButton } from '#web/content/share-button.tsx'
import { SplitPoster } from '#web/content/split-poster.tsx'
import { TrackList } from './lists/track-list.tsx'
import { latestZapsOf } from '#web/content/horizon/latest-zaps.ts'
import { Ticker } from '#web/content/ticker.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'

type Artist = Wire<typeof getArtistByUrl>

const ArtistYear = whenNear(async () => (await import('./details/artist-year.tsx')).ArtistYear)
const NewestRecord = whenNear(async () => (await import('./details/newest-record.tsx')).NewestRecord)
const Coming = whenNear(async () => (await import('./countdown/coming.tsx')).Coming)
const PickBand = whenNear(async () => (await import('./details/pick-band.tsx')).PickBand)
const ArtistEvents = whenNear(async () => (await import('#web/events/artist-events.tsx')).ArtistEvents)
const Gallery = whenNear(async () => (await import('./details/gallery.tsx')).Gallery)
const ReleaseGroups = whenNear(async () => (await import('./details/release-groups.tsx')).ReleaseGroups)
const Appearances = whenNear(async () => (await import('./details/appearances.tsx')).Appearances)
const PageFoot = whenNear(async () => (await import('./details/page-foot.tsx')).PageFoot)
const SupportersWall = whenNear(async () => (await import('./details/supporters-wall.tsx')).SupportersWall)

/** Four rows of six, or twelve of two; the rest is shown on request. */
const RELEASES_SHOWN = 24
const wantsAll = (search: URLSearchParams): boolean => search.get('releases') === 'all'
/** Requests one more than is shown, to know whether there are more. */
const releasesOf = (artistId: string, search: URLSearchParams) => ({
  params: { artistId },
  query: wantsAll(search) ? {} : { limit: String(RELEASES_SHOWN + 1) },
})
const appearancesOf = (artistId: string) => ({ params: { artistId }, query: { limit: String(RELEASES_SHOWN) } })
const imageryOf = (artistId: string) => ({ params: { artistId } })
const similarTo = (artistId: string) => ({ params: { artistId }, query: { limit: '10' } })

/** An id or a former name redirects to the current name. */
export async function load(visit: Visit) {
  const artistUrl = visit.params['artistUrl'] ?? ''
  if (isId(artistUrl)) {
    const artist = await preload(visit, getArtist, { params: { artistId: artistUrl } })
    throw redirect(artistHref(artist.artistUrl), 301)
  }
  const artist = await preload(visit, getArtistByUrl, { params: { artistUrl } })
  if (artist.artistUrl !== artistUrl) throw redirect(artistHref(artist.artistUrl), 301)
  const newestId = artist.topAlbums[0]?.id
  await Promise.all([
    newestId !== undefined && preloadQuietly(visit, getAlbum, { params: { albumId: newestId } }),
    preloadQuietly(visit, listArtistAlbums, releasesOf(artist.id, visit.url.searchParams)),
    preloadQuietly(visit, listAppearances, appearancesOf(artist.id)),
    preloadQuietly(visit, getImagery, imageryOf(artist.id)),
    preloadQuietly(visit, listConcerts, { query: { artistId: artist.id } }),
    preloadQuietly(visit, getArtistYear, { params: { artistId: artist.id } }),
    preloadQuietly(visit, getTerms, { params: { contentId: artist.id } }),
    preloadQuietly(visit, listContentSupporters, { params: { contentId: artist.id }, query: {} }),
    preloadQuietly(visit, listLatestZaps, latestZapsOf(artist.id)),
    preloadComments(visit, artist.id),
    preloadQuietly(visit, listSimilarArtists, similarTo(artist.id)),
  ])
}

/** With a banner, those of its print. */
export function coloursOf(visit: Visit) {
  const artist = readLoaded(visit, getArtistByUrl, { params: { artistUrl: visit.params['artistUrl'] ?? '' } })
  if (!artist) return undefined
  const banner = readLoaded(visit, getImagery, imageryOf(artist.id))?.banner
  return banner ? banner.colors : (artist.colorInfo ?? artist.topTracks[0]?.colorInfo)
}

export function Page() {
  const { artistUrl = '' } = useParams()
  const artist = usePageData(getArtistByUrl, { params: { artistUrl } })
  const [search] = useSearchParams()
  const all = useAlbums(artist, search)
  const albums = wantsAll(search) ? all : all.slice(0, RELEASES_SHOWN)
  const isKnown = { isEnabled: artist !== undefined }
  const imagery = usePageData(getImagery, imageryOf(artist?.id ?? ''), isKnown)
  const appearances = usePageData(listAppearances, appearancesOf(artist?.id ?? ''), isKnown) ?? []
  const similar = usePageData(listSimilarArtists, similarTo(artist?.id ?? ''), isKnown) ?? []
  if (!artist) return <PageSkeleton label={t('common.loading')} />
  const { id, name, topTracks } = artist
  const [newest, ...others] = albums
  return (
    <>
      <ArtistHead artist={artist} />
      <ArtistTop artist={artist} banner={imagery?.banner ?? null} />
      <ArtistYear artistId={id} name={name} isBelowCover={!imagery?.banner} />
      <Ticker contentId={id} />
      {imagery?.banner && <ArtistWords artist={artist} place="below" />}
      <ArtistEvents artistId={id} />
      {topTracks.length > 0 && (
        <section
          style={floodStyle(topTracks[0]?.colorInfo)}
          className="flood bleed mt-(--band) px-(--gut) py-[calc(var(--band)/2)]"
        >
          <h2 className="title-1 mb-6">{nameOfTop(topTracks)}</h2>
          <TrackList tracks={topTracks} isOfArtist />
        </section>
      )}
      {topTracks.length + albums.length + appearances.length === 0 && (
        <EmptyState sentence={t('catalog.emptyArtist')} />
      )}
      {artist.coming.length > 0 && <Coming albums={artist.coming} />}
      {newest && (
        <section className="mt-(--band)" aria-labelledby="records">
          <h2 id="records" className="title-1 mb-[clamp(1.25rem,2.4vw,2.5rem)]">
            {t('imagery.records')}
          </h2>
          <NewestRecord albumId={newest.id} />
        </section>
      )}
      {others.length > 0 && <ReleaseGroups releases={others} />}
      {all.length > albums.length && <AllReleases artist={artist} />}
      {appearances.length > 0 && <Appearances albums={appearances} />}
      {imagery?.pick && <PickBand pick={imagery.pick} name={name} />}
      {imagery && imagery.gallery.length > 0 && <Gallery photographs={imagery.gallery} />}
      <SplitPoster contentId={id} needsSeveral />
      <SupportersWall contentId={id} />
      {artist.room !== null && <ChatLink artist={artist} />}
      {isPublic(artist) && <LateComments content={contentOf(artist)} playables={playablesOfTracks(topTracks)} />}
      {similar.length > 0 && (
        <Section title={t('catalog.similar')}>
          <ArtistGrid artists={similar} />
        </Section>
      )}
      <PageFoot content={{ id, isPublic: isPublic(artist) }} title={name} />
    </>
  )
}

/** Each track has its own horizon. */

const contentOf = ({ id, name, artworkUrl }: Artist) => ({ contentId: id, title: name, artist: name, artworkUrl })

/** Releases, newest first; until they have loaded, those included in the artist response. */
function useAlbums(artist: Artist | undefined, search: URLSearchParams) {
  const all = usePageData(listArtistAlbums, releasesOf(artist?.id ?? '', search), { isEnabled: artist !== undefined })
  return all ?? artist?.topAlbums ?? []
}

function AllReleases({ artist }: { artist: Artist }) {
  return (
    <div className="mt-8 flex justify-center">
      <ButtonLink
        kind="quiet"
        to={`${artistHref(artist.artistUrl)}?releases=all`}
        replace
        preventScrollReset
        aria-label={`${t('imagery.records')}: ${t('common.seeAll')}`}
      >
        {t('common.seeAll')}
      </ButtonLink>
    </div>
  )
}

/** With a photograph, or else with the artist's cover. */
function ArtistTop({ artist, banner }: { artist: Artist; banner: Banner | null }) {
  const { id, name, artworkUrl, titleFit } = artist
  const byline = (
    <>
      <StateBadge content={artist} />
      {artist.verified ? (
        <span className="flex items-center gap-1.5">
          <VerifiedIcon size={18} aria-hidden="true" />
          {t('catalog.verified')}
        </span>
      ) : (
        t('catalog.artist')
      )}
    </>
  )
  const share = { path: artistHref(artist.artistUrl), title: name, artworkUrl, contentId: id }
  const actions = isPublic(artist) ? (
    <>
      <PlayDisc list={playablesOfTracks(artist.topTracks)} title={name} />
      <ZapButton content={contentOf(artist)} />
      <FollowButton contentId={id} name={name} />
      {artist.topTracks.length > 0 && <RadioButton from={artist.id} title={artist.name} />}
      <ShareButton target={share} />
    </>
  ) : undefined
  if (banner) return <ArtistBanner banner={banner} name={name} fit={titleFit} byline={byline} actions={actions} />
  return (
    <Poster title={name} fit={titleFit} byline={byline} coverUrl={artworkUrl} seed={id} actions={actions}>
      <ArtistWords artist={artist} place="beside" />
    </Poster>
  )
}

/** The chat comes from relays and needs much code that this page does without. */
function ChatLink({ artist: { name, artistUrl } }: { artist: Artist }) {
  return (
    <section className="mt-11 flex flex-wrap items-center justify-between gap-4 rounded-bar border border-line bg-highlight p-5">
      <div>
        <h2 className="text-xl">{t('room.title')}</h2>
        <p className="text-ink-2">{t('room.lead', { artist: name })}</p>
      </div>
      <ButtonLink kind="quiet" to={chatHref(artistUrl)}>
        {t('room.enter')}
      </ButtonLink>
    </section>
  )
}

function ArtistHead({ artist }: { artist: Artist }) {
  const absolute = useAbsolute()
  const path = artistHref(artist.artistUrl)
  const description = artist.bio || t('catalog.artistDescription', { artist: artist.name })
  return (
    <>
      <Head title={artist.name} description={description} path={path} shared={{ type: 'music.musician' }} />
      {import.meta.env.SSR && <FeedLink kind="artist" id={artist.id} title={artist.name} />}
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'MusicGroup',
            name: artist.name,
            url: absolute(path),
            image: [absolute(artist.artworkUrl), absolute(cardPathOf(path))],
            description,
            ...factsLd(artist),
            sameAs: externalLinks(artist).map(({ href }) => href),
          }
        }
      />
    </>
  )
}
