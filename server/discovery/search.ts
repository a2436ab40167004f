/** The search endpoint: the results that are public at this moment, in order of relevance. */
import { sql } from 'kysely'
import type { output } from 'zod/mini'
import type { Data, Input } from '#contract/endpoint.ts'
import type { search, SearchHit, SearchType } from '#contract/listening/search.ts'
import { chooseAlbums, chooseArtists, choosePodcasts } from '#server/catalog/lists/chosen.ts'
import { limitOf } from '#server/catalog/forms/values.ts'
import { hasPublicTrack, publicAlbum, publicArtist, publicPodcast } from '#server/catalog/content/visibility.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type { Discovery } from './discovery.ts'
import { selectFoundUsers, selectFoundPlaylists } from './hit-queries.ts'
import type { SearchPort } from './search-port.ts'
import { readEpisodes, readTracks } from './tracks-by-id.ts'

const HITS_DEFAULT = 30
/** Some results may no longer be public. */
const SPARE = 20

type Hit = output<typeof SearchHit>
type Blank = Pick<Hit, 'artist' | 'colorInfo' | 'nameFit' | 'track' | 'episode'>

const blank: Blank = { artist: null, colorInfo: null, nameFit: null, track: null, episode: null }

/** Anybody. */
export async function searchFor(
  discovery: Discovery,
  port: SearchPort,
  { term, type, limit }: Input<typeof search>['query'],
): Promise<Data<typeof search>> {
  const wanted = limitOf(limit, HITS_DEFAULT)
  const found = await port.find(term.replaceAll('\0', ''), { type, limit: wanted + SPARE })
  const hits = new Map<string, Hit>()
  const groups = [...Map.groupBy(found, (one) => one.type)]
  await Promise.all(
    groups.map(async ([kind, ofKind]) => {
      const ids = ofKind.map(({ id }) => id)
      for (const hit of await readers[kind](discovery, ids)) hits.set(hit.id, hit)
    }),
  )
  const [best, ...others] = found.flatMap(({ id }) => hits.get(id) ?? []).slice(0, wanted)
  return best === undefined ? [] : [{ ...best, nameFit: await fitTitle(best.name) }, ...others]
}

function flatFieldsOf(track: NonNullable<Hit['track']>) {
  const { title, artistId, artistUrl, avatarUrl, userId, albumId, albumTitle } = track
  const { liveUrl, duration, order, msatTotal, hasPromo, isExplicit } = track
  const named = { title, artistId, artistUrl, avatarUrl, userId, albumId, albumTitle }
  return { ...named, liveUrl, duration, order, msatTotal, hasPromo, isExplicit }
}

type Reader = (discovery: Discovery, ids: readonly string[]) => Promise<Hit[]>

const choice = (ids: readonly string[], id: 'ar.id' | 'al.id' | 'p.id', isPublic: ReturnType<typeof sql>) => ({
  where: sql`${sql.ref(id)} = ANY(${ids}::uuid[]) AND ${isPublic}`,
  orderBy: sql.ref(id),
  limit: ids.length,
})

const readers: Record<SearchType, Reader> = {
  async artist({ database, files }, ids) {
    const artists = await chooseArtists(database.read, files, choice(ids, 'ar.id', publicArtist))
    return artists.map(({ id, name, artworkUrl, colorInfo, artistUrl }) => ({
      ...blank,
      id,
      type: 'artist',
      name,
      artworkUrl,
      colorInfo,
      url: artistUrl,
    }))
  },
  async album({ database, files, clock }, ids) {
    const now = clock.now()
    const isPublic = sql`${publicAlbum(now)} AND ${hasPublicTrack(now)}`
    const albums = await chooseAlbums(database.read, files, choice(ids, 'al.id', isPublic))
    return albums.map(({ id, title, artworkUrl, colorInfo, byline }) => ({
      ...blank,
      id,
      type: 'album',
      name: title,
      artist: byline,
      artworkUrl,
      colorInfo,
      url: id,
    }))
  },
  async track(discovery, ids) {
    return (await readTracks(discovery, ids)).map((track) => ({
      ...blank,
      id: track.id,
      type: 'track',
      name: track.title,
      artist: track.byline,
      artworkUrl: track.artworkUrl,
      colorInfo: track.colorInfo,
      url: track.id,
      track,
      ...flatFieldsOf(track),
    }))
  },
  async podcast({ database, files, clock }, ids) {
    const podcasts = await choosePodcasts(database.read, files, choice(ids, 'p.id', publicPodcast(clock.now())))
    return podcasts.map(({ id, name, artworkUrl, colorInfo, podcastUrl }) => ({
      ...blank,
      id,
      type: 'podcast',
      name,
      artworkUrl,
      colorInfo,
      url: podcastUrl,
    }))
  },
  async episode(discovery, ids) {
    return (await readEpisodes(discovery, ids)).map((episode) => ({
      ...blank,
      id: episode.id,
      type: 'episode',
      name: episode.title,
      artist: episode.podcast,
      artworkUrl: episode.artworkUrl,
      colorInfo: episode.colorInfo,
      url: episode.id,
      episode,
    }))
  },
  async playlist({ database, files, clock }, ids) {
    return (await selectFoundPlaylists(database.read, ids, clock.now())).map(
      ({ id, title, owner, artwork_key: key }) => ({
        ...blank,
        id,
        type: 'playlist',
        name: title,
        artist: owner,
        artworkUrl: key === null ? null : files.publicUrl(key),
        url: id,
      }),
    )
  },
  async profile({ database, files }, ids) {
    return (await selectFoundUsers(database.read, ids)).map(
      ({ id, username, display_name: name, artwork_key: key }) => ({
        ...blank,
        id,
        type: 'profile',
        name: name ?? username,
        artworkUrl: key === null ? null : files.publicUrl(key),
        url: username,
      }),
    )
  },
}
