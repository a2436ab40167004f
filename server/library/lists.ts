/** The library as paged lists: a user's saved content that is still visible, newest first. */
import { sql } from 'kysely'
import type { output } from 'zod/mini'
import type { PageQuery } from '#contract/fields.ts'
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/library.ts'
import { selectEpisodes, toEpisode } from '#server/catalog/podcasts/episode-info.ts'
import { pageOf, paginationOf } from '#server/catalog/forms/values.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { listFavoriteTracks } from '#server/playlists/favorites.ts'
import { readSummaries } from '#server/playlists/playlists.ts'
import type { LibraryDeps } from './deps.ts'
import * as queries from './item-queries.ts'

type Query = output<typeof PageQuery>

type Select<Row> = (tx: Tx, query: queries.SavedQuery) => Promise<{ rows: Row[]; total: number }>

/** One page of the saved content of a kind. */
async function readPage<Row>({ database, clock }: LibraryDeps, caller: Caller, query: Query, select: Select<Row>) {
  requireUser(caller)
  const page = pageOf(query)
  const { rows, total } = await select(database.read, { userId: caller.userId, page, now: clock.now() })
  return { rows, pagination: paginationOf(page, total) }
}

export async function listTracks(
  deps: LibraryDeps,
  caller: Caller,
  query: Query,
): Promise<Data<typeof calls.listLibraryTracks>> {
  requireUser(caller)
  const page = pageOf(query)
  const { tracks, total } = await listFavoriteTracks(deps, caller.userId, page)
  return { tracks, pagination: paginationOf(page, total) }
}

export async function listAlbums(
  deps: LibraryDeps,
  caller: Caller,
  query: Query,
): Promise<Data<typeof calls.listLibraryAlbums>> {
  const { rows, pagination } = await readPage(deps, caller, query, queries.selectSavedAlbums)
  const albums = rows.map((row) => ({
    id: row.id,
    title: row.title,
    artistId: row.artist_id,
    artist: row.artist_name,
    artistUrl: row.artist_url,
    artworkUrl: urlOf(deps.files, row.artwork_key),
    colorInfo: row.color_info,
    description: row.description,
    genreId: row.genre_id,
    subgenreId: row.subgenre_id,
    isSingle: row.is_single,
    duration: row.duration_ms / 1_000,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    addedAt: row.added_at,
  }))
  return { albums, pagination }
}

export async function listArtists(
  deps: LibraryDeps,
  caller: Caller,
  query: Query,
): Promise<Data<typeof calls.listLibraryArtists>> {
  const { rows, pagination } = await readPage(deps, caller, query, queries.selectSavedArtists)
  const artists = rows.map((row) => ({
    id: row.id,
    name: row.name,
    artistUrl: row.artist_url,
    artworkUrl: urlOf(deps.files, row.artwork_key),
    colorInfo: row.color_info,
    bio: row.bio,
    ...linksOf(row),
    verified: row.verified,
    updatedAt: row.updated_at,
    addedAt: row.added_at,
  }))
  return { artists, pagination }
}

export async function listPodcasts(
  deps: LibraryDeps,
  caller: Caller,
  query: Query,
): Promise<Data<typeof calls.listLibraryPodcasts>> {
  const { rows, pagination } = await readPage(deps, caller, query, queries.selectSavedPodcasts)
  const podcasts = rows.map((row) => ({
    id: row.id,
    name: row.name,
    podcastUrl: row.podcast_url,
    artworkUrl: urlOf(deps.files, row.artwork_key),
    colorInfo: row.color_info,
    description: row.description,
    ...linksOf(row),
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    addedAt: row.added_at,
  }))
  return { podcasts, pagination }
}

function linksOf({ twitter, npub, instagram, youtube, website }: queries.SavedArtistRow | queries.SavedPodcastRow) {
  return { twitter, npub, instagram, youtube, website }
}

export async function listEpisodes(
  deps: LibraryDeps,
  caller: Caller,
  query: Query,
): Promise<Data<typeof calls.listLibraryEpisodes>> {
  const { rows, pagination } = await readPage(deps, caller, query, queries.selectSavedEpisodes)
  const { database, clock, files } = deps
  const where = sql<boolean>`e.id = ANY(${rows.map(({ id }) => id)}::uuid[])`
  const found = await selectEpisodes(database.read, { now: clock.now(), where, limit: pagination.perPage })
  const episodes = inOrder(rows, found).map(([row, { added_at }]) => ({ ...toEpisode(files, row), addedAt: added_at }))
  return { episodes, pagination }
}

export async function listPlaylists(
  deps: LibraryDeps,
  caller: Caller,
  query: Query,
): Promise<Data<typeof calls.listLibraryPlaylists>> {
  const { rows, pagination } = await readPage(deps, caller, query, queries.selectSavedPlaylists)
  const ids = rows.map(({ id }) => id)
  const found = await readSummaries(deps, deps.database.read, caller, ids)
  const playlists = inOrder(rows, found).map(([row, { added_at }]) => ({ ...row, addedAt: added_at }))
  return { playlists, pagination }
}

/** The content that was found, in the order in which it was saved. */
function inOrder<Saved extends { id: string }, Row extends { id: string }>(
  saved: readonly Saved[],
  found: readonly Row[],
): [Row, Saved][] {
  const byId = new Map(found.map((row) => [row.id, row]))
  return saved.flatMap((one): [Row, Saved][] => {
    const row = byId.get(one.id)
    return row === undefined ? [] : [[row, one]]
  })
}
