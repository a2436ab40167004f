/** SQL of radios: where one starts, and which tracks may be in it. */
import { sql } from 'kysely'
import { publicArtist, publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Candidate } from './radio-order.ts'

/** Tracks of one artist in a radio. */
const EACH = 6
const GENRE_TRACKS = 150
const OTHER_TRACKS = 100
/** An artist who has received less than this counts as little known. */
const LITTLE_KNOWN_MSAT = 1_000_000n

export type RadioStart = { title: string; artist_id: string | null; genre_id: number | null; track_id: string | null }

export async function findRadioStart(tx: Tx, from: string | number, now: Date): Promise<RadioStart | undefined> {
  if (typeof from === 'number') {
    const { rows } = await sql<{ title: string }>`
      SELECT name AS title FROM classification WHERE kind = 'genre' AND id = ${from}`.execute(tx)
    return rows[0] && { ...rows[0], artist_id: null, genre_id: from, track_id: null }
  }
  const { rows } = await sql<RadioStart>`
    SELECT t.title, al.artist_id, al.genre_id, t.id AS track_id
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ${from} AND ${publicTrack(now)}
    UNION ALL
    SELECT ar.name, ar.id, (
      SELECT al.genre_id FROM album al WHERE al.artist_id = ar.id AND al.deleted_at IS NULL AND NOT al.is_draft
        AND al.genre_id IS NOT NULL GROUP BY al.genre_id ORDER BY count(*) DESC, al.genre_id LIMIT 1), NULL
    FROM artist ar WHERE ar.id = ${from} AND ${publicArtist}`.execute(tx)
  return rows[0]
}

type Row = { id: string; artist_id: string; fit: number; is_little_heard: boolean; loudness: number | null }

/** In a fixed order. Similar artists fit best, then the artist's own tracks, then the genre, then any others. */
export async function selectCandidates(
  tx: Tx,
  { artist_id, genre_id }: RadioStart,
  { explicit, seed, now }: { explicit: boolean; seed: number; now: Date },
): Promise<Candidate[]> {
  const point = (seed % 1_000_003) / 1_000_003
  const of = (own: ReturnType<typeof sql>) => sql`
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE ${own} AND (${explicit}::boolean OR NOT t.is_explicit) AND ${publicTrack(now)}`
  const { rows } = await sql<Row>`
    WITH near AS (
      SELECT similar_id AS id, 0.6 + 0.4 * closeness / max(closeness) OVER () AS fit
      FROM similar_artist WHERE artist_id = ${artist_id}::uuid
      UNION ALL SELECT ${artist_id}::uuid, 0.7 WHERE ${artist_id}::uuid IS NOT NULL
    ), found AS (
      SELECT best.id, near.fit FROM near CROSS JOIN LATERAL (
        SELECT t.id ${of(sql`al.artist_id = near.id`)} ORDER BY t.published_at DESC, t.id LIMIT ${EACH}) best
      UNION ALL
      SELECT id, 0.5 FROM (
        SELECT t.id ${of(sql`al.genre_id = ${genre_id}::int`)}
        ORDER BY al.published_at DESC, al.id DESC, t.position, t.id LIMIT ${GENRE_TRACKS}) of_genre
      UNION ALL
      SELECT id, 0.1 FROM (
        SELECT t.id ${of(sql`t.lot >= ${point}`)} ORDER BY t.lot, t.id LIMIT ${OTHER_TRACKS}) later
      UNION ALL
      SELECT id, 0.1 FROM (
        SELECT t.id ${of(sql`t.lot < ${point}`)} ORDER BY t.lot, t.id LIMIT ${OTHER_TRACKS}) earlier
    ), selected AS (SELECT id, max(fit) AS fit FROM found GROUP BY id)
    SELECT t.id, al.artist_id, selected.fit::float8 AS fit, w.loudness_lufs AS loudness,
      coalesce(total.msat_total, 0) < ${LITTLE_KNOWN_MSAT} AS is_little_heard
    FROM selected JOIN track t ON t.id = selected.id JOIN album al ON al.id = t.album_id
    LEFT JOIN waveform w ON w.content_id = t.id LEFT JOIN content_total total ON total.content_id = al.artist_id
    ORDER BY t.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    artistId: row.artist_id,
    fit: row.fit,
    isLittleHeard: row.is_little_heard,
    loudness: row.loudness,
  }))
}
