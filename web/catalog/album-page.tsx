/** An album or single: large cover and title, its tracks, its splits, liner notes, more by the same artist. What is below the
 * first screen is loaded after the page. Before its date, the countdown to it. */
import { getAlbum, listArtistAlbums } from '#contract/catalog/albums.ts'
import { getDownloadOffer } from '#contract/catalog/downloads.ts'
import type { Wire } from '#contract/endpoint.ts'
import { getLinerNotes } from '#contract/catalog/imagery.ts'
import { listBuyers } from '#contract/listening/purchases.ts'
import { listContentSupporters } from '#contract/listening/support.ts'
import { listLatestZaps } from '#contract/listening/zap-news.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { listAlbumTracks } from '#contract/catalog/tracks.ts'
import { preloadComments } from '#web/comments/comment-data.ts'
import { LateComments } from '#web/comments/late-comments.ts'
import { FeedLink, Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { DownloadButton } from '#web/purchase/download-button.tsx'
import { SaveButton } from '#web/offline/save-button.tsx'
import type { Visit } from '#web/frame/page.ts'
import { useAccount } from '#web/session/account.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Poster } from '#web/ui/images/poster.tsx'
import { whenNear, whenShown } from '#web/ui/when-near.tsx'
import { t } from '#web/words/words.ts'
import { isPublic, StateBadge } from '#web/content/badges.tsx'
import { isoDuration, JsonLd, performersLd, releaseLd, useAbsolute } from '#web/content/json-ld.tsx'
import { moreOfArtist, preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { LateHorizon } from '#web/content/late-horizon.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { artistHref, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import { Byline } from './lists/byline.tsx'
import { ShareButton } from '#web/content/share-button.tsx'
import { describeKind, yearOf } from './details/release-facts.ts'
import { SplitPoster } from '#web/content/split-poster.tsx'
import { TrackList } from './lists/track-list.tsx'
import { countSongs, formatLength, sumOf } from '#web/content/number-formats.ts'
import { latestZapsOf } from '#web/content/horizon/latest-zaps.ts'
import { Ticker } from '#web/content/ticker.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'
import { zappedOf } from '#web/content/zapped.ts'

type Album = Wire<typeof getAlbum>

const importUnreleased = () => import('./countdown/unreleased.tsx')
const Unreleased = whenShown(async () => (await importUnreleased()).Unreleased)

const RecordWords = whenNear(async () => (await import('./details/record-words.tsx')).RecordWords)
const RecordFoot = whenNear(async () => (await import('./details/record-foot.tsx')).RecordFoot)

export async function load(visit: Visit) {
  const albumId = visit.params['albumId'] ?? ''
  const [album] = await Promise.all([
    preload(visit, getAlbum, { params: { albumId } }).catch(async () => (await importUnreleased()).load(visit)),
    preloadQuietly(visit, getTerms, { params: { contentId: albumId } }),
    preloadQuietly(visit, getLinerNotes, { params: { albumId } }),
    preloadQuietly(visit, listContentSupporters, { params: { contentId: albumId }, query: {} }),
    preloadQuietly(visit, listLatestZaps, latestZapsOf(albumId)),
    preloadQuietly(visit, getDownloadOffer, { params: { contentId: albumId } }),
    preloadQuietly(visit, listBuyers, { params: { contentId: albumId } }),
    preloadComments(visit, albumId),
  ])
  if (album) await preloadQuietly(visit, listArtistAlbums, moreOfArtist(album.artistId))
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getAlbum, { params: { albumId: visit.params['albumId'] ?? '' } })?.colorInfo

/** `isPreview`: shown inside a studio page, which has its own title. */
export function Page({ isPreview = false }: { isPreview?: boolean }) {
  const { albumId = '' } = useParams()
  const album = usePageData(getAlbum, { params: { albumId } }, { isEnabled: ({ state }) => !!state.data })
  const own = useOwnTracks(album)
  if (!album) return <Unreleased albumId={albumId} />
  const tracks = own ?? album.tracks
  return (
    <>
      {!isPreview && <AlbumHead album={album} />}
      <AlbumPoster album={album} tracks={tracks} />
      <div className="mt-6">
        <LateHorizon contentId={album.id} title={album.title} list={playablesOfTracks(tracks)} isWhole />
      </div>
      <Ticker contentId={album.id} />
      <SplitPoster contentId={album.id} receivedMsat={album.msatTotal} isEnabled={isPublic(album)} />
      <RecordWords album={album} />
      {isPublic(album) && (
        <LateComments
          content={contentOf(album)}
          zapped={tracks.some(isPublic) ? zappedIn(album) : null}
          playables={playablesOfTracks(tracks)}
        />
      )}
      <RecordFoot key={album.id} album={album} />
    </>
  )
}

const contentOf = ({ id, title, artist, artworkUrl }: Album) => ({
  contentId: id,
  title,
  artist: artist.name,
  artworkUrl,
})

const zappedIn = (album: Album) => zappedOf(contentOf(album), album.tracks)

/** The album's owner also sees its unpublished tracks. */
function useOwnTracks(album: Album | undefined): TrackWire[] | undefined {
  const { data: account } = useAccount()
  const isOwner = album !== undefined && account?.id === album.artist.userId
  const input = { params: { albumId: album?.id ?? '' }, query: { unpublished: 'true' } }
  return usePageData(listAlbumTracks, input, { isEnabled: isOwner })
}

function AlbumPoster({ album, tracks }: { album: Album; tracks: TrackWire[] }) {
  const { artist } = album
  const seconds = sumOf(tracks.map((track) => track.duration ?? 0))
  const count = seconds > 0 ? [countSongs(tracks.length), formatLength(seconds)] : []
  // Releases saved for offline listening by an earlier version have none.
  const parts = album.bylineParts || []
  const facts = [describeKind(album.kind), yearOf(album), ...count]
  return (
    <Poster
      title={album.title}
      fit={album.titleFit}
      transitionName="cover"
      byline={
        <>
          <StateBadge content={album} />
          {album.hasVariousArtists ? t('catalog.variousArtists') : <Byline parts={parts} />}
          <p className="mt-1 dotted font-text text-base font-regular tracking-normal">
            {!parts.some(({ artistUrl }) => artistUrl === artist.artistUrl) && (
              <Link to={artistHref(artist.artistUrl)} className="underline decoration-1 underline-offset-4">
                {artist.name}
              </Link>
            )}
            {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
          </p>
        </>
      }
      coverUrl={album.artworkUrl}
      seed={album.id}
      actions={<AlbumActions album={album} tracks={tracks} />}
    >
      <h2 className="sr-only">{t('catalog.trackList')}</h2>
      {tracks.length === 0 ? (
        <EmptyState sentence={t('catalog.emptyAlbum')} />
      ) : (
        <TrackList tracks={tracks} album={album} />
      )}
    </Poster>
  )
}

function AlbumActions({ album, tracks }: { album: Album; tracks: TrackWire[] }) {
  const { artist } = album
  const list = playablesOfTracks(tracks)
  return (
    <>
      <PlayDisc list={list} title={album.title} />
      {isPublic(album) && (
        <>
          {list.length > 0 && <ZapButton content={zappedIn(album)} />}
          <DownloadButton contentId={album.id} title={album.title} />
          <LikeButton contentId={album.id} title={album.title} />
          {list.length > 0 && (
            <SaveButton
              path={`/album/${album.id}`}
              title={album.title}
              pendingSave={async () => (await import('#web/offline/pending-saves.ts')).pendingSaveOfAlbum(album)}
            />
          )}
          <ShareButton
            target={{
              path: `/album/${album.id}`,
              title: album.title,
              byline: artist.name,
              artworkUrl: album.artworkUrl,
              contentId: album.id,
            }}
          />
        </>
      )}
    </>
  )
}

function AlbumHead({ album }: { album: Album }) {
  const { title, artist } = album
  const absolute = useAbsolute()
  const path = `/album/${album.id}`
  const description = album.description || t('catalog.albumDescription', { title, artist: artist.name })
  return (
    <>
      <Head
        title={title}
        description={description}
        path={path}
        isHidden={album.isDraft}
        shared={{ type: 'music.album' }}
      />
      {import.meta.env.SSR && !album.isDraft && <FeedLink kind="album" id={album.id} title={title} />}
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'MusicAlbum',
            name: title,
            url: absolute(path),
            image: [absolute(album.artworkUrl), absolute(cardPathOf(path))],
            description,
            ...releaseLd(album),
            ...performersLd(album, absolute),
            ...(album.hasVariousArtists && { byArtist: { '@type': 'MusicGroup', name: t('catalog.variousArtists') } }),
            numTracks: album.tracks.length,
            track: album.tracks.map((track) => ({
              '@type': 'MusicRecording',
              name: track.title,
              url: absolute(`/track/${track.id}`),
              duration: isoDuration(track.duration),
            })),
          }
        }
      />
    </>
  )
}
