/** The content of an embedded player, read from /v1 as a visitor: what visitors cannot see, no player shows. The
 * appearance is in web/embed/. */
import { getAlbum } from '#contract/catalog/albums.ts'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import { EMBED_ITEMS_MAX, type EmbedContent, type EmbedItem, type EmbedType } from '#contract/listening/embeds.ts'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { getHorizon } from '#contract/listening/horizon.ts'
import { getPlaylist } from '#contract/listening/playlists.ts'
import { getPodcast, getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { getTrack } from '#contract/catalog/tracks.ts'

/** Calls /v1 as a visitor; throws an error with a `status` when the call fails. */
export type CallApi = <E extends Endpoint>(endpoint: E, input: Sent<E>) => Promise<Wire<E>>

type Track = Wire<typeof getAlbum>['tracks'][number]
type Episode = Wire<typeof getPodcast>['episodes'][number]

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Null when visitors cannot see it. `id` is an id, or the slug of an artist or a podcast. */
export async function readEmbed(callApi: CallApi, type: EmbedType, id: string): Promise<EmbedContent | null> {
  try {
    const content = await readContent(callApi, type, id)
    return { ...content, horizon: await readFirstHorizon(callApi, content.sounds[0]?.id) }
  } catch (error) {
    if (error instanceof Error && 'status' in error && [400, 401, 403, 404, 410].includes(Number(error.status))) {
      return null
    }
    throw error
  }
}

/** Null if it cannot be read: the player works without a horizon. */
async function readFirstHorizon(callApi: CallApi, contentId: string | undefined): Promise<EmbedContent['horizon']> {
  if (contentId === undefined) return null
  return callApi(getHorizon, { params: { contentId } }).catch(() => null)
}

export type ReadContent = Omit<EmbedContent, 'horizon'>

/** Throws an error with a `status` when visitors cannot see it. */
export const readContent = (callApi: CallApi, type: EmbedType, id: string): Promise<ReadContent> =>
  readers[type](callApi, id)

const readers: Record<EmbedType, (callApi: CallApi, id: string) => Promise<ReadContent>> = {
  track: async (callApi, trackId) => {
    const track = await callApi(getTrack, { params: { trackId } })
    return {
      type: 'track',
      id: track.id,
      title: track.title,
      byline: track.byline,
      path: `/track/${track.id}`,
      bylinePath: track.bylineUrl && artistPath(track.bylineUrl),
      artworkUrl: track.artworkUrl,
      colours: track.colorInfo,
      titleFit: track.titleFit,
      sounds: itemsOfTracks([track]),
    }
  },
  album: async (callApi, albumId) => {
    const album = await callApi(getAlbum, { params: { albumId } })
    return {
      type: 'album',
      id: album.id,
      title: album.title,
      byline: album.byline,
      path: `/album/${album.id}`,
      bylinePath: artistPath(album.artist.artistUrl),
      artworkUrl: album.artworkUrl,
      colours: album.colorInfo,
      titleFit: album.titleFit,
      sounds: itemsOfTracks(album.tracks),
    }
  },
  playlist: async (callApi, playlistId) => {
    if (!isId(playlistId)) throw Object.assign(new Error('The random playlist cannot be embedded'), { status: 404 })
    const { id, title, titleFit, name, profileUrl, tracks } = await callApi(getPlaylist, {
      params: { playlistId },
      query: {},
    })
    return {
      type: 'playlist',
      id: id ?? playlistId,
      title,
      byline: name,
      path: `/playlist/${id ?? playlistId}`,
      bylinePath: profileUrl === null ? null : `/profile/${encodeURIComponent(profileUrl)}`,
      artworkUrl: tracks[0]?.artworkUrl ?? null,
      colours: tracks[0]?.colorInfo ?? null,
      titleFit,
      sounds: itemsOfTracks(tracks, true),
    }
  },
  episode: async (callApi, episodeId) => {
    const episode = await callApi(getEpisode, { params: { episodeId } })
    return {
      type: 'episode',
      id: episode.id,
      title: episode.title,
      byline: episode.podcast,
      path: `/episode/${episode.id}`,
      bylinePath: podcastPath(episode.podcastUrl),
      artworkUrl: episode.artworkUrl,
      colours: episode.colorInfo,
      titleFit: episode.titleFit,
      sounds: itemsOfEpisodes([episode]),
    }
  },
  podcast: async (callApi, id) => {
    const show = isId(id)
      ? await callApi(getPodcast, { params: { podcastId: id } })
      : await callApi(getPodcastByUrl, { params: { podcastUrl: id } })
    return {
      type: 'podcast',
      id: show.id,
      title: show.name,
      byline: null,
      path: podcastPath(show.podcastUrl),
      bylinePath: null,
      artworkUrl: show.artworkUrl,
      colours: show.colorInfo,
      titleFit: show.titleFit,
      sounds: itemsOfEpisodes(show.episodes),
    }
  },
  artist: async (callApi, id) => {
    const artist = isId(id)
      ? await callApi(getArtist, { params: { artistId: id } })
      : await callApi(getArtistByUrl, { params: { artistUrl: id } })
    return {
      type: 'artist',
      id: artist.id,
      title: artist.name,
      byline: null,
      path: artistPath(artist.artistUrl),
      bylinePath: null,
      artworkUrl: artist.artworkUrl,
      colours: artist.colorInfo,
      titleFit: artist.titleFit,
      sounds: itemsOfTracks(artist.topTracks),
    }
  },
}

const artistPath = (artistUrl: string) => `/artist/${encodeURIComponent(artistUrl)}`
const podcastPath = (podcastUrl: string) => `/podcast/${encodeURIComponent(podcastUrl)}`

function itemsOfTracks(tracks: readonly Track[], showsBylines = false): EmbedItem[] {
  return itemsOf(tracks, (track) => (showsBylines ? track.byline : null))
}

function itemsOfEpisodes(episodes: readonly Episode[]): EmbedItem[] {
  return itemsOf(episodes, () => null)
}

type AudioItem = Pick<Track, 'id' | 'title' | 'liveUrl' | 'duration' | 'isExplicit'>

/** Leaves out audio without a streaming version. */
function itemsOf<S extends AudioItem>(items: readonly S[], bylineOf: (item: S) => string | null): EmbedItem[] {
  const playable = items.flatMap((item): EmbedItem[] => {
    const { id, title, liveUrl, duration, isExplicit } = item
    if (liveUrl === null) return []
    return [{ id, title, byline: bylineOf(item), audioUrl: liveUrl, durationSeconds: duration ?? 0, isExplicit }]
  })
  return playable.slice(0, EMBED_ITEMS_MAX)
}
