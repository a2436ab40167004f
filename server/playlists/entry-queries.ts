/** SQL of playlist entries, with the alias pe. Writers must hold the lock on the playlist's row
 * (playlist-queries.ts). */
import { type RawBuilder, sql } from 'kysely'
import { selectTracks, trackJoins, type TrackRow } from '#server/catalog/music/track-info.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type EntryRow = { id: string; track_id: string; position: number; added_at: Date }

/** All entries in order, including tracks that are not public at the moment. */
export async function selectEntries(tx: Tx, playlistId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT pe.id, pe.track_id, pe.position, pe.added_at FROM playlist_entry pe WHERE pe.playlist_id = ${playlistId}
    ORDER BY pe.position`.execute(tx)
  return rows
}

/** The public tracks among these, by id. */
export async function findPublicTracks(
  tx: Tx,
  trackIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TrackRow>> {
  const ids = [...new Set(trackIds)]
  if (ids.length === 0) return new Map()
  const where = sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${publicTrack(now)}`
  const rows = await selectTracks(tx, { now, where, orderBy: sql`t.id`, limit: ids.length })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids of the public tracks among these. */
export async function filterPublicTracks(tx: Tx, trackIds: readonly string[], now: Date): Promise<Set<string>> {
  if (trackIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM ${trackJoins} WHERE t.id = ANY(${trackIds}::uuid[]) AND ${publicTrack(now)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function insertEntry(tx: Tx, playlistId: string, entry: EntryRow): Promise<void> {
  await sql`
    INSERT INTO playlist_entry (id, playlist_id, track_id, position, added_at)
    VALUES (${entry.id}, ${playlistId}, ${entry.track_id}, ${entry.position}, ${entry.added_at})`.execute(tx)
}

export async function deleteEntry(tx: Tx, entryId: string): Promise<void> {
  await sql`DELETE FROM playlist_entry WHERE id = ${entryId}`.execute(tx)
}

/** Replaces all entries by these, in this order. */
export async function replaceEntries(tx: Tx, playlistId: string, entries: readonly EntryRow[]): Promise<void> {
  await sql`DELETE FROM playlist_entry WHERE playlist_id = ${playlistId}`.execute(tx)
  const rows = entries.map(({ id, track_id, added_at }, index) => ({ id, track_id, added_at, position: index + 1 }))
  await sql`
    INSERT INTO playlist_entry (id, playlist_id, track_id, position, added_at)
    SELECT id, ${playlistId}::uuid, track_id, position, added_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) e (id uuid, track_id uuid, position integer,
      added_at timestamptz)`.execute(tx)
}

/** What each of these tracks received between these days, both inclusive. */
export async function sumDays(
  tx: Tx,
  trackIds: readonly string[],
  days: { first: string; last: string },
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ content_id: string; msat: bigint }>`
    SELECT content_id, sum(msat)::bigint AS msat FROM content_day
    WHERE content_id = ANY(${trackIds}::uuid[]) AND day BETWEEN ${days.first}::date AND ${days.last}::date
    GROUP BY content_id`.execute(tx)
  return new Map(rows.map(({ content_id, msat }) => [content_id, msat]))
}

/** So that enough tracks remain when some of a sample are hidden. */
const OVERSAMPLING = 4

/** Random tracks, without reading the whole table. */
export async function selectRandomTracks(tx: Tx, limit: number, now: Date): Promise<TrackRow[]> {
  const { rows } = await sql<{ known: number }>`
    SELECT greatest(reltuples, 0)::float8 AS known FROM pg_class WHERE oid = 'track'::regclass`.execute(tx)
  const known = rows[0]?.known ?? 0
  const percent = known === 0 ? 100 : Math.min(100, (100 * limit * OVERSAMPLING) / known)
  const sample: RawBuilder<boolean> = sql`t.id IN (SELECT s.id FROM track s TABLESAMPLE BERNOULLI (${percent}))
    AND ${publicTrack(now)}`
  return selectTracks(tx, { now, where: sample, orderBy: sql`random()`, limit })
}
