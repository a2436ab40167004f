/** SQL of albums. */
import { type RawBuilder, sql } from 'kysely'
import type { Licence, ReleaseKind } from '#contract/catalog/releases.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readShared } from '#server/platform/database/shared-reads.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { asJson } from '#server/catalog/forms/changes.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import type { Page } from '#server/catalog/forms/values.ts'
import { colorInfoOf, type SavedArtwork } from '#server/catalog/forms/artwork.ts'
import type { Colors } from '#server/catalog/audio/audio-info.ts'
import { albumPerformers, type PerformerRow } from './performer-queries.ts'
import { originalDay } from './release-details.ts'
import { isEditedBy, makersOf } from '#server/catalog/content/team-sql.ts'
import { exists, hasPublicTrack, publicAlbum, publicTrack, visibleTo } from '#server/catalog/content/visibility.ts'

export type AlbumRow = {
  id: string
  artist_id: string
  title: string
  description: string | null
  genre_id: number | null
  subgenre_id: number | null
  upc: string | null
  is_single: boolean
  kind: ReleaseKind | null
  original_date: string | null
  is_explicit: boolean
  artwork_key: string | null
  color_info: Colors
  is_draft: boolean
  is_taken_down: boolean
  publish_when_ready: boolean
  published_at: Date | null
  created_at: Date
  updated_at: Date
  msat_total: bigint
  user_id: string
  artist_name: string
  artist_url: string
  performers: PerformerRow[] | null
}

export const albumColumns = sql`al.id, al.artist_id, al.title, al.description, al.genre_id, al.subgenre_id, al.is_single,
  al.kind, al.original_date, al.upc, al.artwork_key, al.color_info, al.is_draft, al.publish_when_ready,
  ar.taken_down_at IS NOT NULL AS is_taken_down,
  al.published_at, al.created_at, al.updated_at,
  EXISTS (SELECT FROM track own WHERE own.album_id = al.id AND own.is_explicit AND own.deleted_at IS NULL)
    AS is_explicit,
  coalesce(received.msat_total, 0) AS msat_total, ar.user_id, ar.name AS artist_name, ar.artist_url,
  ${albumPerformers} AS performers`
export const albumJoins = sql`album al JOIN artist ar ON ar.id = al.artist_id
  LEFT JOIN content_total received ON received.content_id = al.id`

/** Maximum number of albums in a list without paging. */
export const ALBUMS_MAX = 1_000

/** The artist's page needs the first albums twice, 12 and 25 of them. */
const PAGE_ALBUMS = 25

export type NewAlbum = {
  id: string
  artistId: string
  title: string
  description: string | null
  genreId: number | null
  subgenreId: number | null
  upc: string | null
  credits: readonly StoredCredit[]
  publishWhenReady: boolean
  publishedAt: Date | null
  picture: SavedArtwork
  now: Date
}

export async function insertAlbum(tx: Tx, album: NewAlbum): Promise<void> {
  await sql`
    INSERT INTO album (id, artist_id, title, description, genre_id, subgenre_id, upc, credits,
      publish_when_ready, published_at, artwork_key, color_info, created_at, updated_at)
    VALUES (${album.id}, ${album.artistId}, ${album.title}, ${album.description}, ${album.genreId}, ${album.subgenreId},
      ${album.upc}, ${asJson(album.credits)}, ${album.publishWhenReady}, ${album.publishedAt},
      ${album.picture.artworkKey}, ${colorInfoOf(album.picture)},
      ${album.now}, ${album.now})`.execute(tx)
}

/** With the fields that only the album's own page shows. */
export type WholeAlbumRow = AlbumRow & {
  credits: StoredCredit[]
  disc_titles: string[]
  label: string | null
  phonogram_line: string | null
  copyright_line: string | null
  licence: Licence | null
  language: string | null
}

async function selectAlbum(tx: Tx, where: RawBuilder<boolean>): Promise<WholeAlbumRow | undefined> {
  const { rows } = await sql<WholeAlbumRow>`
    SELECT ${albumColumns}, al.credits, al.disc_titles, al.label, al.phonogram_line, al.copyright_line, al.licence, al.language
    FROM ${albumJoins} WHERE ${where}`.execute(tx)
  return rows[0]
}

export function findAlbum(tx: Tx, albumId: string): Promise<WholeAlbumRow | undefined> {
  return selectAlbum(tx, sql`al.id = ${albumId} AND ${exists.album}`)
}

/** The same, locked until the transaction ends, so that its tracks cannot change in the meantime. */
export async function lockAlbum(tx: Tx, albumId: string): Promise<WholeAlbumRow | undefined> {
  await sql`SELECT FROM album WHERE id = ${albumId} FOR UPDATE`.execute(tx)
  await sql`
    SELECT FROM artist WHERE id = (SELECT artist_id FROM album WHERE id = ${albumId}) FOR SHARE`.execute(tx)
  return findAlbum(tx, albumId)
}

export function findVisibleAlbum(
  tx: Tx,
  caller: Caller,
  albumId: string,
  now: Date,
): Promise<WholeAlbumRow | undefined> {
  return selectAlbum(tx, sql`al.id = ${albumId} AND ${visibleTo('album', caller, now)}`)
}

/** Moves a track to the disc of its neighbours in the order by position, unless one of them is on the same disc. */
export async function moveToDisc(tx: Tx, albumId: string, trackId: string): Promise<void> {
  await sql`
    UPDATE track SET disc = coalesce(placed.before, placed.after) FROM (
      SELECT id, disc, lag(disc) OVER places AS before, lead(disc) OVER places AS after
      FROM track WHERE album_id = ${albumId} AND deleted_at IS NULL WINDOW places AS (ORDER BY position, id)) placed
    WHERE track.id = ${trackId} AND placed.id = track.id
      AND placed.disc <> ALL(array_remove(ARRAY[placed.before, placed.after], NULL))
      AND coalesce(placed.before, placed.after) IS NOT NULL`.execute(tx)
}

export type AlbumList = {
  artistId: string
  caller: Caller
  unpublished?: string | undefined
  page: Pick<Page, 'limit' | 'offset'>
  now: Date
}

/** The albums of an artist, newest first by their original date. Drafts, on request of the owner, come before
 * everything that is published. */
export async function selectAlbums(tx: Tx, list: AlbumList): Promise<AlbumRow[]> {
  const { artistId, caller, page } = list
  if (caller.kind === 'user' || page.offset > 0 || page.limit > PAGE_ALBUMS) return readAlbums(tx, list)
  const whole = { ...list, page: { limit: PAGE_ALBUMS, offset: 0 } }
  return (await readShared(tx, `albums ${artistId}`, () => readAlbums(tx, whole))).slice(0, page.limit)
}

async function readAlbums(tx: Tx, { artistId, caller, unpublished, page, now }: AlbumList): Promise<AlbumRow[]> {
  const listed = sql<boolean>`(${publicAlbum(now)} AND ${hasPublicTrack(now)})`
  const isOwn = unpublished === 'true' && caller.kind === 'user'
  const where = isOwn ? sql`(${listed} OR (${exists.album} AND ${isEditedBy('ar', caller.userId)}))` : listed
  // The albums are sorted before their tracks are looked up, so that this ends with the page.
  const { rows } = await sql<AlbumRow>`
    SELECT ${albumColumns} FROM (
        SELECT al.id, al.published_at IS NULL AS is_undated, ${originalDay} AS original_day, al.published_at, al.created_at
        FROM album al WHERE al.artist_id = ${artistId}
        ORDER BY is_undated DESC, original_day DESC, al.published_at DESC, al.created_at DESC, al.id DESC OFFSET 0) sorted
      JOIN (${albumJoins}) ON al.id = sorted.id
    WHERE ${where}
    ORDER BY sorted.is_undated DESC, sorted.original_day DESC, sorted.published_at DESC, sorted.created_at DESC, sorted.id DESC
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

type Appearances = { page: Page; now: Date }

/** Albums of other artists that link to this one, on the album or on a public track. */
export async function selectAppearances(
  tx: Tx,
  { artistId, page, now }: Appearances & { artistId: string },
): Promise<AlbumRow[]> {
  const { rows } = await sql<AlbumRow>`
    SELECT ${albumColumns} FROM ${albumJoins}
    WHERE ${namesArtist(artistId)} AND al.artist_id <> ${artistId} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      AND EXISTS (SELECT FROM ${naming(artistId, now)} AND pf.is_confirmed)
    ORDER BY ${originalDay} DESC, al.published_at DESC, al.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(
    tx,
  )
  return rows
}

export type OwnAppearanceRow = AlbumRow & { is_confirmed: boolean }

/** Albums of other users that name an artist. */
export async function selectOwnAppearances(
  tx: Tx,
  { artist, page, now }: Appearances & { artist: { id: string; user_id: string } },
): Promise<OwnAppearanceRow[]> {
  const { rows } = await sql<OwnAppearanceRow>`
    SELECT ${albumColumns}, named.is_confirmed FROM ${albumJoins}
    CROSS JOIN LATERAL (SELECT pf.is_confirmed FROM ${naming(artist.id, now)} LIMIT 1) named
    WHERE ${namesArtist(artist.id)} AND ar.user_id <> ${artist.user_id} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
    ORDER BY named.is_confirmed, al.published_at DESC, al.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

/** Albums (al) with a performer that is this artist. As an array it is read first: else PostgreSQL begins with all albums. */
const namesArtist = (artistId: string) =>
  sql`al.id = ANY(ARRAY(SELECT album_id FROM performer WHERE artist_id = ${artistId}))`

/** The performers (pf) of an album (al) and its public tracks that are this artist, all confirmed or none. */
const naming = (artistId: string, now: Date) => sql`performer pf LEFT JOIN track t ON t.id = pf.content_id
  WHERE pf.artist_id = ${artistId} AND pf.album_id = al.id AND (t.id IS NULL OR ${publicTrack(now)})`

export type OwnAlbumRow = AlbumRow & {
  track_count: number
  ready_count: number
  new_feed_url: string | null
  new_feed_since: Date | null
}

export async function selectAlbumsOf(tx: Tx, userId: string, page: Page): Promise<OwnAlbumRow[]> {
  const { rows } = await sql<OwnAlbumRow>`
    SELECT ${albumColumns}, made.track_count, made.ready_count, al.new_feed_url, al.new_feed_since
    FROM ${albumJoins} CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE t.live_key IS NOT NULL OR t.failure_text IS NULL)::int AS track_count,
        count(t.live_key)::int AS ready_count
      FROM track t WHERE t.album_id = al.id AND t.deleted_at IS NULL) made
    WHERE ar.id IN ${makersOf('artist', userId, 'edit')} AND ${exists.album}
    ORDER BY al.created_at DESC, al.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

export async function selectAlbumPage(tx: Tx, page: Page, now: Date): Promise<AlbumRow[]> {
  const { rows } = await sql<AlbumRow>`
    SELECT ${albumColumns} FROM ${albumJoins} WHERE ${publicAlbum(now)} AND ${hasPublicTrack(now)}
    ORDER BY al.published_at DESC, al.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

export async function countAlbums(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE ${publicAlbum(now)} AND ${hasPublicTrack(now)}`.execute(tx)
  return rows[0]?.total ?? 0
}
