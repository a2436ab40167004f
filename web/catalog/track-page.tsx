/** One track: large cover and title, its waveform, its lyrics and its splits. */
import type { ReactNode } from 'react'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getDownloadOffer } from '#contract/catalog/downloads.ts'
import type { Wire } from '#contract/endpoint.ts'
import { listBuyers } from '#contract/listening/purchases.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { urlOfLicence } from '#contract/catalog/releases.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { preloadComments } from '#web/comments/comment-data.ts'
import { LateComments } from '#web/comments/late-comments.ts'
import { Supporters } from '#web/comments/supporters.tsx'
import { Head } from '#web/frame/head.tsx'
import { cardPathOf } from '#web/frame/share-target.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { AddToPlaylistButton } from '#web/playlists/add-button.tsx'
import { DownloadButton } from '#web/purchase/download-button.tsx'
import { OnNostr } from '#web/reactions/on-nostr.tsx'
import type { Visit } from '#web/frame/page.ts'
import { useStartAt } from '#web/player/share/start-at.ts'
import { Poster } from '#web/ui/images/poster.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { whenNear } from '#web/ui/when-near.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { LateBookmarks } from '#web/content/late-bookmarks.tsx'
import { EarnsMark, ExplicitMark, isPublic, StateBadge } from '#web/content/badges.tsx'
import { audioLd, isoDuration, JsonLd, performersLd, useAbsolute, workLd } from '#web/content/json-ld.tsx'
import { preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { Byline } from './lists/byline.tsx'
import { ShareButton } from '#web/content/share-button.tsx'
import { SplitPoster } from '#web/content/split-poster.tsx'
import { AudioWave } from './details/audio-wave.tsx'
import { TrackList } from './lists/track-list.tsx'
import { ZapButton } from '#web/content/zap-button.tsx'

const SongLyrics = whenNear(async () => (await import('./details/song-lyrics.tsx')).SongLyrics)
const Notes = whenNear(async () => (await import('./details/liner-notes.tsx')).NotesBody)
const ReleaseLines = whenNear(async () => (await import('./details/release-lines.tsx')).ReleaseLines, true)
const PageFoot = whenNear(async () => (await import('./details/page-foot.tsx')).PageFoot)
const BuyersWall = whenNear(async () => (await import('#web/purchase/buyers-wall.tsx')).BuyersWall)

type Track = Wire<typeof getTrack>

export async function load(visit: Visit) {
  const trackId = visit.params['trackId'] ?? ''
  const [track] = await Promise.all([
    preload(visit, getTrack, { params: { trackId } }),
    preloadQuietly(visit, getTerms, { params: { contentId: trackId } }),
    preloadQuietly(visit, getDownloadOffer, { params: { contentId: trackId } }),
    preloadQuietly(visit, listBuyers, { params: { contentId: trackId } }),
    preloadComments(visit, trackId),
  ])
  await preloadQuietly(visit, getAlbum, { params: { albumId: track.albumId } })
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, getTrack, { params: { trackId: visit.params['trackId'] ?? '' } })?.colorInfo

export function Page() {
  const { trackId = '' } = useParams()
  const track = usePageData(getTrack, { params: { trackId } })
  useStartAt(track && playablesOfTracks([track])[0])
  if (!track) return <PageSkeleton label={t('common.loading')} />
  const [playable] = playablesOfTracks([track])
  const hasLyrics = track.lyrics !== null && track.lyrics !== ''
  return (
    <>
      <TrackHead track={track} />
      <TrackPoster track={track}>
        <AlbumOfTrack track={track} />
      </TrackPoster>
      {playable && <AudioWave playable={playable} isPublic={isPublic(track)} />}
      <SplitPoster contentId={track.id} receivedMsat={track.msatTotal} isEnabled={isPublic(track)} />
      {hasLyrics && <SongLyrics text={track.lyrics ?? ''} />}
      {track.notes && <Notes text={track.notes} photographs={[]} credits={[]} />}
      {isPublic(track) && <Supporters contentId={track.id} />}
      {isPublic(track) && <BuyersWall contentId={track.id} />}
      <LateBookmarks playable={playable} />
      {isPublic(track) && (
        <LateComments
          content={{
            contentId: track.id,
            title: track.title,
            artist: track.byline,
            artworkUrl: track.artworkUrl,
          }}
          playables={playable ? [playable] : []}
        />
      )}
      {isPublic(track) && <OnNostr key={track.id} type="track" contentId={track.id} />}
      <ReleaseLines key={track.id} content={track} />
      <PageFoot content={{ id: track.id, isPublic: isPublic(track) }} title={track.title} made={track} />
    </>
  )
}

function TrackPoster({ track, children }: { track: Track; children: ReactNode }) {
  const list = playablesOfTracks([track])
  return (
    <Poster
      title={track.title}
      fit={track.titleFit}
      transitionName="cover"
      byline={
        <>
          <StateBadge content={track} />
          <Byline parts={track.bylineParts} />
        </>
      }
      coverUrl={track.artworkUrl}
      seed={track.albumId}
      actions={
        <>
          <PlayDisc list={list} title={track.title} />
          {isPublic(track) && (
            <>
              <ZapButton
                content={{
                  contentId: track.id,
                  title: track.title,
                  artist: track.byline,
                  artworkUrl: track.artworkUrl,
                }}
              />
              <DownloadButton contentId={track.id} title={track.title} />
              <LikeButton contentId={track.id} title={track.title} />
              <AddToPlaylistButton track={{ id: track.id, title: track.title }} />
              <ShareButton
                target={{
                  path: `/track/${track.id}`,
                  title: track.title,
                  byline: track.byline,
                  artworkUrl: track.artworkUrl,
                  contentId: track.id,
                  durationSeconds: track.duration ?? 0,
                }}
              />
            </>
          )}
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 pb-3">
        <Link
          to={`/album/${track.albumId}`}
          className="font-semi wrap-anywhere underline decoration-1 underline-offset-4"
        >
          {t('catalog.fromAlbum', { title: track.albumTitle })}
        </Link>
        {track.duration !== null && <span>· {formatDuration(track.duration)}</span>}
        {track.isExplicit && <ExplicitMark />}
        <EarnsMark msatPayoutAmount={track.msatPayoutAmount} />
      </p>
      {children}
    </Poster>
  )
}

function AlbumOfTrack({ track }: { track: Track }) {
  // The album of a track that plays early cannot be loaded.
  const input = { params: { albumId: track.albumId } }
  const album = usePageData(getAlbum, input, { isEnabled: ({ state }) => !!state.data })
  // What this track pays is said at the top.
  const tracks = album?.tracks.map((one) => (one.id === track.id ? { ...one, msatPayoutAmount: null } : one)) ?? []
  return album && tracks.length > 0 ? (
    <>
      <h2 className="sr-only">{t('catalog.trackList')}</h2>
      <TrackList tracks={tracks} album={album} />
    </>
  ) : null
}

function TrackHead({ track }: { track: Track }) {
  const absolute = useAbsolute()
  const path = `/track/${track.id}`
  const description = t('catalog.albumDescription', { title: track.title, artist: track.byline })
  return (
    <>
      <Head
        title={track.title}
        description={description}
        path={path}
        isHidden={track.isDraft}
        shared={{ type: 'music.song', audioUrl: track.liveUrl }}
      />
      <JsonLd
        thing={
          import.meta.env.SSR && {
            '@type': 'MusicRecording',
            name: track.title,
            url: absolute(path),
            image: [absolute(track.artworkUrl), absolute(cardPathOf(path))],
            duration: isoDuration(track.duration),
            audio: audioLd(track, absolute),
            isrcCode: track.isrc ?? undefined,
            recordingOf: track.iswc === null ? undefined : workLd(track.title, track.iswc),
            inLanguage: track.language ?? undefined,
            datePublished: track.originalDate ?? track.publishedAt?.slice(0, 10),
            license: (track.licence && urlOfLicence(track.licence)) ?? undefined,
            ...performersLd(track, absolute),
            inAlbum: { '@type': 'MusicAlbum', name: track.albumTitle, url: absolute(`/album/${track.albumId}`) },
          }
        }
      />
    </>
  )
}
