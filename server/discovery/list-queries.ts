/** SQL of lists: artists by first letter, albums and tracks of a genre, podcasts that are music shows. The form of each
 * item is defined by the catalogue. */
import { sql } from 'kysely'
import {
  hasPublicTrack,
  publicAlbum,
  publicEpisode,
  publicPodcast,
  publicTrack,
  artistWithMusic,
} from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { dayOf } from '#server/platform/clock.ts'

/** The podcast category that makes a podcast a music show. */
const MUSIC = sql`(SELECT id FROM classification WHERE kind = 'category' AND slug = 'music')`

export async function countCharacters(tx: Tx, now: Date): Promise<{ letter: string; count: number }[]> {
  const { rows } = await sql<{ letter: string; count: number }>`
    SELECT letter_of(ar.name) AS letter, count(*)::int AS count FROM artist ar WHERE ${artistWithMusic(now)}
    GROUP BY 1 ORDER BY letter_of(ar.name) = '#', 1`.execute(tx)
  return rows
}

export function genreAlbum(genreId: number, now: Date) {
  return sql`(al.genre_id = ${genreId} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)})`
}

export async function countGenreAlbums(tx: Tx, genreId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE ${genreAlbum(genreId, now)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** How many of a genre's albums are considered, the newest first. */
const GENRE_ALBUMS = 1_000

/** Tracks that received most in thirty days, then those that received most in total; from
 * the newest albums of the genre. */
export async function selectGenreTrackIds(tx: Tx, genreId: number, limit: number, now: Date): Promise<string[]> {
  const today = dayOf(now)
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM (
      SELECT al.id FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE al.genre_id = ${genreId} AND ${publicAlbum(now)} ORDER BY al.published_at DESC, al.id DESC LIMIT ${GENRE_ALBUMS}
    ) of_genre
    JOIN track t ON t.album_id = of_genre.id JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    LEFT JOIN content_total total ON total.content_id = t.id
    LEFT JOIN (
      SELECT content_id, sum(msat) AS msat FROM content_day
      WHERE day > ${today}::date - 30 AND day <= ${today}::date GROUP BY content_id
    ) month ON month.content_id = t.id
    WHERE ${publicTrack(now)}
    ORDER BY coalesce(month.msat, 0) DESC, coalesce(total.msat_total, 0) DESC, t.published_at DESC, t.id
    LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Tracks in the order of their random key, of one genre or of all: from a random point on, wrapping around at the
 * end. */
export async function selectRandomIds(tx: Tx, genreId: number | null, limit: number, now: Date): Promise<string[]> {
  const ofGenre = genreId === null ? sql`true` : sql`al.genre_id = ${genreId}`
  const from = (bound: ReturnType<typeof sql>) => sql`(
    SELECT t.id, t.lot FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE ${ofGenre} AND ${bound} AND ${publicTrack(now)} ORDER BY t.lot LIMIT ${limit})`
  const point = Math.random()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${from(sql`t.lot >= ${point}`)} UNION ALL ${from(sql`t.lot < ${point}`)}) drawn
    LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export function musicShow(now: Date) {
  return sql`(${publicPodcast(now)} AND (p.primary_category_id = ${MUSIC} OR EXISTS (
    SELECT FROM episode e JOIN time_split ts ON ts.content_id = e.id WHERE e.podcast_id = p.id AND ${publicEpisode(now)})))`
}

export async function countShows(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM podcast p WHERE ${musicShow(now)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** The newest episode of each show, newest first. */
export async function selectNewEpisodeIds(tx: Tx, limit: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT newest.id FROM podcast p CROSS JOIN LATERAL (
      SELECT e.id, e.published_at FROM episode e WHERE e.podcast_id = p.id AND ${publicEpisode(now)}
      ORDER BY e.published_at DESC, e.position DESC LIMIT 1
    ) newest WHERE ${publicPodcast(now)} ORDER BY newest.published_at DESC, newest.id LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The newest episode of each of the shows that received most in thirty days. */
export async function selectFeaturedEpisodeIds(tx: Tx, limit: number, now: Date): Promise<string[]> {
  const today = dayOf(now)
  const { rows } = await sql<{ id: string }>`
    WITH paid AS (
      SELECT p.id, sum(d.msat) AS msat FROM podcast p JOIN content_day d ON d.content_id = p.id
      WHERE d.day > ${today}::date - 30 AND d.day <= ${today}::date AND ${publicPodcast(now)}
      GROUP BY p.id ORDER BY 2 DESC LIMIT ${limit}
    )
    SELECT newest.id FROM paid JOIN podcast p ON p.id = paid.id CROSS JOIN LATERAL (
      SELECT e.id FROM episode e WHERE e.podcast_id = p.id AND ${publicEpisode(now)}
      ORDER BY e.published_at DESC, e.position DESC LIMIT 1
    ) newest ORDER BY paid.msat DESC, newest.id`.execute(tx)
  return rows.map(({ id }) => id)
}
