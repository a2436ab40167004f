/** What must be saved so that an album, an episode or a playlist opens and plays without a server: its audio, and the
 * API responses that its page and the player request. */
import { getAlbum, listArtistAlbums } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { getPlaylist } from '#contract/listening/playlists.ts'
import { getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { getWaveform } from '#contract/catalog/tracks.ts'
import { urlOf } from '#web/data/api.ts'
import { moreOfArtist } from '#web/frame/page-data.ts'
import { playablesOfEpisodes, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import type { Playable } from '#web/player/state/queue.ts'
import type { SavedAudio } from './saved-data.ts'
import type { PendingSave } from './saving.ts'

export function pendingSaveOfAlbum(album: Wire<typeof getAlbum>): PendingSave {
  const sounds = playablesOfTracks(album.tracks)
  return {
    path: `/album/${album.id}`,
    title: album.title,
    byline: album.byline,
    artworkUrl: album.artworkUrl,
    sounds: sounds.map(soundOf),
    answers: [
      urlOf(getAlbum, { params: { albumId: album.id } }),
      urlOf(getTerms, { params: { contentId: album.id } }),
      urlOf(listArtistAlbums, moreOfArtist(album.artistId)),
      ...shapesOf(sounds),
    ],
    isPrivate: false,
  }
}

export function pendingSaveOfEpisode(episode: Wire<typeof getEpisode>): PendingSave {
  const sounds = playablesOfEpisodes([episode])
  return {
    path: `/episode/${episode.id}`,
    title: episode.title,
    byline: episode.podcast,
    artworkUrl: episode.artworkUrl,
    sounds: sounds.map(soundOf),
    answers: [
      urlOf(getEpisode, { params: { episodeId: episode.id } }),
      urlOf(getTerms, { params: { contentId: episode.id } }),
      urlOf(getPodcastByUrl, { params: { podcastUrl: episode.podcastUrl } }),
      ...shapesOf(sounds),
    ],
    isPrivate: false,
  }
}

/** Only its owner can fetch a private playlist, so the response the owner received is saved. */
export function pendingSaveOfPlaylist(
  playlist: Wire<typeof getPlaylist>,
  playlistId: string,
  title: string,
): PendingSave {
  const sounds = playablesOfTracks(playlist.tracks satisfies readonly TrackWire[])
  const address = urlOf(getPlaylist, { params: { playlistId } })
  const isPrivate = playlist.visibility === 'private'
  return {
    path: `/playlist/${playlistId}`,
    title,
    byline: playlist.name,
    artworkUrl: playlist.tracks[0]?.artworkUrl ?? null,
    sounds: sounds.map(soundOf),
    answers: [address, ...shapesOf(sounds)],
    isPrivate,
    ...(isPrivate && { ownAnswers: [{ address, data: playlist }] }),
  }
}

const shapesOf = (sounds: readonly Playable[]) =>
  sounds.map(({ id }) => urlOf(getWaveform, { params: { contentId: id } }))

function soundOf(playable: Playable): SavedAudio {
  const { id, title, artist, artworkUrl, audioUrl, durationSeconds, contentType, contentHref, parentContentHref } =
    playable
  return { id, title, artist, artworkUrl, audioUrl, durationSeconds, contentType, contentHref, parentContentHref }
}
