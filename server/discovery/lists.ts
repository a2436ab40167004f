/** Lists for browsing: A to Z, genres, shows, new and featured episodes, random tracks. */
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/discovery.ts'
import { chooseAlbums, chooseArtists, choosePodcasts } from '#server/catalog/lists/chosen.ts'
import { artistWithMusic } from '#server/catalog/content/visibility.ts'
import { limitOf, pageOf, paginationOf } from '#server/catalog/forms/values.ts'
import { cachedTotal } from '#server/catalog/content/cached-totals.ts'
import type { Discovery } from './discovery.ts'
import * as queries from './list-queries.ts'
import { readEpisodes, readTracks } from './tracks-by-id.ts'

const TRACKS_DEFAULT = 40
const EPISODES_DEFAULT = 24

/** Anybody. */
export async function browseArtists(
  discovery: Discovery,
  query: Input<typeof calls.browseArtists>['query'],
): Promise<Data<typeof calls.browseArtists>> {
  const { database, clock, files } = discovery
  const now = clock.now()
  const page = pageOf(query)
  const character = query.letter?.toUpperCase()
  const ofLetter = character === undefined ? sql`true` : sql`letter_of(ar.name) = ${character}`
  const orderBy = character === undefined ? sql`lower(ar.name), ar.id` : sql`letter_of(ar.name), lower(ar.name), ar.id`
  const where = sql`${ofLetter} AND ${artistWithMusic(now)}`
  const [artists, counts] = await Promise.all([
    chooseArtists(database.read, files, { where, orderBy, limit: page.limit, offset: page.offset }),
    cachedTotal(discovery, 'letters', () => queries.countCharacters(database.read, clock.now())),
  ])
  const total = counts.reduce(
    (sum, one) => sum + (character === undefined || one.letter === character ? one.count : 0),
    0,
  )
  return { artists, letters: counts, pagination: paginationOf(page, total) }
}

/** Anybody. */
export async function listGenreAlbums(
  { database, clock, files }: Discovery,
  genreId: number,
  query: Input<typeof calls.listGenreAlbums>['query'],
): Promise<Data<typeof calls.listGenreAlbums>> {
  const now = clock.now()
  const page = pageOf(query)
  const where = queries.genreAlbum(genreId, now)
  const orderBy = sql`al.published_at DESC, al.id DESC`
  const [albums, total] = await Promise.all([
    chooseAlbums(database.read, files, { where, orderBy, limit: page.limit, offset: page.offset }),
    queries.countGenreAlbums(database.read, genreId, now),
  ])
  return { albums, pagination: paginationOf(page, total) }
}

const tracksOfGenre =
  (select: typeof queries.selectGenreTrackIds) =>
  async (discovery: Discovery, genreId: number, limit: number | undefined) => {
    const { database, clock } = discovery
    return readTracks(discovery, await select(database.read, genreId, limitOf(limit, TRACKS_DEFAULT), clock.now()))
  }

/** Anybody. */
export const listGenreTracks = tracksOfGenre(queries.selectGenreTrackIds)

/** Anybody. */
export const listRandomGenreTracks = tracksOfGenre(queries.selectRandomIds)

/** Anybody. */
export async function listShows(
  { database, clock, files }: Discovery,
  query: Input<typeof calls.listShows>['query'],
): Promise<Data<typeof calls.listShows>> {
  const now = clock.now()
  const page = pageOf(query)
  const where = queries.musicShow(now)
  const orderBy = sql`p.published_at DESC, p.id DESC`
  const [podcasts, total] = await Promise.all([
    choosePodcasts(database.read, files, { where, orderBy, limit: page.limit, offset: page.offset }),
    queries.countShows(database.read, now),
  ])
  return { podcasts, pagination: paginationOf(page, total) }
}

const episodesOf =
  (select: typeof queries.selectNewEpisodeIds) => async (discovery: Discovery, limit: number | undefined) => {
    const { database, clock } = discovery
    return readEpisodes(discovery, await select(database.read, limitOf(limit, EPISODES_DEFAULT), clock.now()))
  }

/** Anybody. */
export const listNewEpisodes = episodesOf(queries.selectNewEpisodeIds)

/** Anybody. */
export const listFeaturedEpisodes = episodesOf(queries.selectFeaturedEpisodeIds)
