/** Converts tracks and episodes of the contract to the player's
 * type. Those without a streaming version are left out, and those that were taken down, whose files nobody gets. */
import type * as z from 'zod/mini'
import type { Episode } from '#contract/catalog/episodes.ts'
import type { TrackInfo } from '#contract/catalog/tracks.ts'
import type { Playable } from './queue.ts'

export type TrackWire = z.input<typeof TrackInfo>
export type EpisodeWire = z.input<typeof Episode>

export function playablesOfTracks(tracks: readonly TrackWire[]): Playable[] {
  return tracks.flatMap((track) => {
    if (track.liveUrl === null || track.isTakenDown) return []
    return {
      id: track.id,
      title: track.title,
      // Tracks saved for offline listening by an earlier version have no byline.
      artist: track.byline || track.artist,
      artworkUrl: track.artworkUrl,
      audioUrl: track.liveUrl,
      durationSeconds: track.duration ?? 0,
      contentType: 'track' as const,
      contentHref: `/track/${track.id}`,
      parentContentHref: bylineHref(track),
      albumId: track.albumId,
      album: track.albumTitle,
      ...(track.hasPromo && { hasPromo: true as const }),
      colours: track.colorInfo,
    }
  })
}

type Bylined = Pick<TrackWire, 'artistUrl' | 'albumId'> & Partial<Pick<TrackWire, 'bylineUrl'>>

/** Where the names of a track's performers lead: to the page of the first, without one to the album. */
export const bylineHref = ({ bylineUrl, artistUrl, albumId }: Bylined): string =>
  bylineUrl === null ? `/album/${albumId}` : artistHref(bylineUrl ?? artistUrl)

export function playablesOfEpisodes(episodes: readonly EpisodeWire[]): Playable[] {
  return episodes.flatMap((episode) => {
    if (episode.liveUrl === null || episode.isTakenDown) return []
    return {
      id: episode.id,
      title: episode.title,
      artist: episode.podcast,
      artworkUrl: episode.artworkUrl,
      audioUrl: episode.liveUrl,
      durationSeconds: episode.duration ?? 0,
      contentType: 'episode' as const,
      contentHref: `/episode/${episode.id}`,
      parentContentHref: podcastHref(episode.podcastUrl),
      showId: episode.podcastId,
      colours: episode.colorInfo,
    }
  })
}

export const artistHref = (artistUrl: string): string => `/artist/${encodeURIComponent(artistUrl)}`
export const chatHref = (artistUrl: string): string => `${artistHref(artistUrl)}/room`
export const podcastHref = (podcastUrl: string): string => `/podcast/${encodeURIComponent(podcastUrl)}`
