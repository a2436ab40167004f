/** Finds artists and shows by the URL of any of their pages, or by their owner's name. */
import { findUsers } from '#contract/operator/admin.ts'
import { getAlbum } from '#contract/catalog/albums.ts'
import { getArtist, getArtistByUrl } from '#contract/catalog/artists.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { getPodcast, getPodcastByUrl } from '#contract/catalog/podcasts.ts'
import { getTrack } from '#contract/catalog/tracks.ts'
import { ApiError, type Call } from '#web/data/api.ts'

export type Work = { id: string; type: 'artist' | 'podcast'; name: string; owner: string | null }

const PAGE = /\/(artist|album|track|podcast|episode)\/([^/?#\s]{1,200})/
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Empty when nothing is found. */
export async function findWorks(call: Call, text: string): Promise<Work[]> {
  const [, kind, name = ''] = PAGE.exec(text) ?? []
  if (kind === undefined) return findWorksOf(call, text)
  try {
    return [await readWork(call, kind, decodeURIComponent(name))]
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return []
    throw error
  }
}

async function readWork(call: Call, kind: string, name: string): Promise<Work> {
  switch (kind) {
    case 'album':
      return readArtist(call, (await call(getAlbum, { params: { albumId: name } })).artistId)
    case 'track':
      return readArtist(call, (await call(getTrack, { params: { trackId: name } })).artistId)
    case 'episode':
      return readPodcast(call, (await call(getEpisode, { params: { episodeId: name } })).podcastId)
    case 'podcast':
      return readPodcast(call, name)
    default:
      return readArtist(call, name)
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
