/** Finds artists and shows by the URL of any of their pages, or by their owner's name. */
import { findUsers } from '#contract/operator/admin.ts'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { getPodcast, getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { ApiError, type Call } from '#web/data/api.ts'

export type Work = { id: string; type: 'artist' | 'podcast' | 'track' | 'episode'; name: string; owner: string | null }

const PAGE = /\/(artist|album|track|podcast|episode)\/([^/?#\s]{1,200})/
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Empty when nothing is found. */
export async function findWorks(call: Call, text: string): Promise<Work[]> {
  const [, kind, name = ''] = PAGE.exec(text) ?? []
  if (kind === undefined) return findWorksOf(call, text)
  try {
    return await readWorks(call, kind, decodeURIComponent(name))
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return []
    throw error
  }
}

/** A track or episode, and whose it is. */
async function readWorks(call: Call, kind: string, name: string): Promise<Work[]> {
  switch (kind) {
    case 'album':
      return [await readArtist(call, (await call(getAlbum, { params: { albumId: name } })).artistId)]
    case 'track': {
      const { id, title, artistId } = await call(getTrack, { params: { trackId: name } })
      return [{ id, type: 'track', name: title, owner: null }, await readArtist(call, artistId)]
    }
    case 'episode': {
      const { id, title, podcastId } = await call(getEpisode, { params: { episodeId: name } })
      return [{ id, type: 'episode', name: title, owner: null }, await readPodcast(call, podcastId)]
    }
    case 'podcast':
      return [await readPodcast(call, name)]
    default:
      return [await readArtist(call, name)]
  }
}

async function readArtist(call: Call, name: string): Promise<Work> {
  const artist = isId(name)
    ? await call(getArtist, { params: { artistId: name } })
    : await call(getArtistByUrl, { params: { artistUrl: name } })
  return { id: artist.id, type: 'artist', name: artist.name, owner: null }
}

async function readPodcast(call: Call, name: string): Promise<Work> {
  const podcast = isId(name)
    ? await call(getPodcast, { params: { podcastId: name } })
    : await call(getPodcastByUrl, { params: { podcastUrl: name } })
  return { id: podcast.id, type: 'podcast', name: podcast.name, owner: null }
}

async function findWorksOf(call: Call, search: string): Promise<Work[]> {
  const users = await call(findUsers, { query: { search } })
  return users.flatMap(({ name: owner, artists, podcasts }) => [
    ...artists.map(({ id, name }): Work => ({ id, type: 'artist', name, owner })),
    ...podcasts.map(({ id, name }): Work => ({ id, type: 'podcast', name, owner })),
  ])
}
