/** Genres in the colours of their best-known release, the artists of a genre, and suggestions for new users. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/taste.ts'
import { type Colors, urlOf } from '#server/catalog/audio/audio-info.ts'
import { cachedTotal } from '#server/catalog/content/cached-totals.ts'
import { hasPublicTrack, publicAlbum, publicArtist, artistWithMusic } from '#server/catalog/content/visibility.ts'
import { limitOf } from '#server/catalog/forms/values.ts'
import { chooseArtists } from '#server/catalog/lists/chosen.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type { Discovery } from '#server/discovery/discovery.ts'

type Blocks = Data<typeof calls.listGenreBlocks>

const ARTISTS_DEFAULT = 18
const SUGGESTED_ARTISTS = 12
const SUGGESTED_GENRES = 12
/** Artists of a genre are looked for among the ones of its newest releases. */
const ALBUMS_CONSIDERED = 500

type BlockRow = {
  id: number
  name: string
  slug: string
  count: number
  album_id: string
  artwork_key: string | null
  color_info: Colors
}

/** Anybody. Computed at most every half minute for all. */
export async function listGenreBlocks(discovery: Discovery): Promise<Blocks> {
  const { database, clock, files } = discovery
  const rows = await cachedTotal(discovery, 'genre-blocks', () => selectBlocks(database.read, clock.now()))
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      count: row.count,
      nameFit: await fitTitle(row.name),
      colorInfo: row.color_info,
      artworkUrl: urlOf(files, row.artwork_key),
      albumId: row.album_id,
    })),
  )
}

/** A release with colours is preferred, because the page is drawn in them. */
async function selectBlocks(tx: Tx, now: Date): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    WITH released AS (
      SELECT al.id, al.genre_id, al.artwork_key, al.color_info, coalesce(total.msat_total, 0) AS msat,
        count(*) OVER (PARTITION BY al.genre_id)::int AS count
      FROM album al JOIN artist ar ON ar.id = al.artist_id LEFT JOIN content_total total ON total.content_id = al.id
      WHERE al.genre_id IS NOT NULL AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
    )
    SELECT DISTINCT ON (c.name, c.id) c.id, c.name, c.slug, released.count, released.id AS album_id,
      released.artwork_key, released.color_info
    FROM released JOIN classification c ON c.kind = 'genre' AND c.id = released.genre_id
    ORDER BY c.name, c.id, released.color_info IS NULL, released.msat DESC, released.id`.execute(tx)
  return rows
}

/** Anybody. */
export async function listGenreArtists(
  { database, clock, files }: Discovery,
  genreId: number,
  limit: number | undefined,
): Promise<Data<typeof calls.listGenreArtists>> {
  const now = clock.now()
  const where = sql`${publicArtist} AND ar.id IN (
    SELECT newest.artist_id FROM (
      SELECT al.artist_id FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE al.genre_id = ${genreId} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      ORDER BY al.published_at DESC, al.id DESC LIMIT ${ALBUMS_CONSIDERED}) newest)`
  const orderBy = sql`(SELECT total.msat_total FROM content_total total WHERE total.content_id = ar.id) DESC NULLS LAST, ar.id`
  return chooseArtists(database.read, files, { where, orderBy, limit: limitOf(limit, ARTISTS_DEFAULT) })
}

/** Anybody. Artists of the month's chart first, then those that received most. */
export async function listSuggestions(discovery: Discovery): Promise<Data<typeof calls.listSuggestions>> {
  const { database, clock, files } = discovery
  const now = clock.now()
  const ids = await cachedTotal(discovery, 'suggested-artists', () => selectSuggested(database.read, clock.now()))
  const [artists, genres] = await Promise.all([
    chooseArtists(database.read, files, {
      where: sql`ar.id = ANY(${ids}::uuid[]) AND ${artistWithMusic(now)}`,
      orderBy: sql`array_position(${ids}::uuid[], ar.id)`,
      limit: SUGGESTED_ARTISTS,
    }),
    listGenreBlocks(discovery),
  ])
  const largest = genres.toSorted((one, other) => other.count - one.count).slice(0, SUGGESTED_GENRES)
  const shown = new Set(largest.map(({ id }) => id))
  return { artists, genres: genres.filter(({ id }) => shown.has(id)) }
}

async function selectSuggested(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT ar.id FROM artist ar
    LEFT JOIN content_total total ON total.content_id = ar.id
    LEFT JOIN (
      SELECT al.artist_id, min(place.place) AS place FROM chart_place place
      JOIN track t ON t.id = place.content_id JOIN album al ON al.id = t.album_id
      WHERE place.phase = 'month' AND NOT t.is_explicit GROUP BY al.artist_id) chart ON chart.artist_id = ar.id
    WHERE ${artistWithMusic(now)} AND NOT EXISTS (
      SELECT FROM album al JOIN track t ON t.album_id = al.id WHERE al.artist_id = ar.id AND t.is_explicit
        AND t.deleted_at IS NULL)
    ORDER BY chart.place, total.msat_total DESC NULLS LAST, ar.id LIMIT ${SUGGESTED_ARTISTS}`.execute(tx)
  return rows.map(({ id }) => id)
}
