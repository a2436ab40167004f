/** What the plays module needs from the catalogue: which contents are public, their owners and their durations. The
 * plays themselves are in the plays module. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { publicEpisode, publicTrack } from './visibility.ts'

export type Playable = { ownerId: string; durationSeconds: number | null }

/** Tracks and episodes that are public now, by id; others are left out. */
export async function findPlayable(tx: Tx, contentIds: readonly string[], now: Date): Promise<Map<string, Playable>> {
  const { rows } = await sql<{ id: string; owner_id: string; duration_ms: number | null }>`
    SELECT t.id, ar.user_id AS owner_id, t.duration_ms
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ANY(${contentIds}::uuid[]) AND ${publicTrack(now)}
    UNION ALL
    SELECT e.id, p.user_id, e.duration_ms
    FROM episode e JOIN podcast p ON p.id = e.podcast_id
    WHERE e.id = ANY(${contentIds}::uuid[]) AND ${publicEpisode(now)}`.execute(tx)
  return new Map(
    rows.map(({ id, owner_id: ownerId, duration_ms: durationMs }) => [
      id,
      { ownerId, durationSeconds: durationMs === null ? null : durationMs / 1_000 },
    ]),
  )
}

/** The release and the artist, or the podcast, of each of these tracks and episodes, also of those that are not public. */
export async function findParents(tx: Tx, contentIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; parent: string }>`
    SELECT t.id, unnest(ARRAY[al.id, al.artist_id]) AS parent
    FROM track t JOIN album al ON al.id = t.album_id WHERE t.id = ANY(${contentIds}::uuid[])
    UNION ALL
    SELECT e.id, e.podcast_id FROM episode e WHERE e.id = ANY(${contentIds}::uuid[])`.execute(tx)
  const parents = Map.groupBy(rows, ({ id }) => id)
  return new Map([...parents].map(([id, own]) => [id, own.map(({ parent }) => parent)]))
}

/** The recordings of those of these tracks that are public now: the key of the MP3, and the duration. */
export async function findRecordings(
  tx: Tx,
  trackIds: readonly string[],
  now: Date,
): Promise<{ id: string; liveKey: string; durationMs: number }[]> {
  const { rows } = await sql<{ id: string; live_key: string | null; duration_ms: number | null }>`
    SELECT t.id, t.live_key, t.duration_ms
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ANY(${trackIds}::uuid[]) AND ${publicTrack(now)}`.execute(tx)
  return rows.flatMap(({ id, live_key: liveKey, duration_ms: durationMs }) =>
    liveKey === null || durationMs === null ? [] : { id, liveKey, durationMs },
  )
}
