/** SQL of charts: which tracks received most. Computed from content_day, never from single payments. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { selectTracks, trackJoins, type TrackRow } from './track-info.ts'
import { dayOf } from './total-queries.ts'
import { publicTrack } from './visibility.ts'

/** How many of all that was paid are looked at; what is hidden, and what is no track, drops out of these. */
const PAID_MAX = 2_000
/** How many of the best can win a tie. */
const CANDIDATES = 200

/** The tracks that received most in the last `days` days, today included; ties by distinct payers, then by age.
 * Everybody who paid without a name counts as one payer. */
export async function selectTopTracks(tx: Tx, days: number, limit: number, now: Date): Promise<TrackRow[]> {
  const today = dayOf(now)
  const inDays = sql`day > ${today}::date - ${days}::int AND day <= ${today}::date`
  const { rows } = await sql<{ id: string }>`
    WITH paid AS MATERIALIZED (
      SELECT content_id, sum(msat) AS msat FROM content_day WHERE ${inDays}
      GROUP BY content_id ORDER BY msat DESC LIMIT ${PAID_MAX}
    ), earned AS MATERIALIZED (
      SELECT t.id, t.published_at, paid.msat FROM paid JOIN (${trackJoins}) ON t.id = paid.content_id
      WHERE paid.msat > 0 AND ${publicTrack(now)} ORDER BY paid.msat DESC, t.published_at, t.id LIMIT ${CANDIDATES}
    )
    SELECT earned.id FROM earned CROSS JOIN LATERAL (
      SELECT count(DISTINCT payer_id) + coalesce(bool_or(payer_id IS NULL)::int, 0) AS payers FROM counted_payment
      WHERE content_id = earned.id AND ${inDays}
    ) heard
    ORDER BY earned.msat DESC, heard.payers DESC, earned.published_at, earned.id LIMIT ${limit}`.execute(tx)
  return selectTracksInOrder(tx, rows, now)
}

/** Tracks of the newest albums, in an order that stays all day and is another one tomorrow. */
export async function selectTracksOfToday(tx: Tx, limit: number, now: Date): Promise<TrackRow[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM ${trackJoins} WHERE ${publicTrack(now)} AND al.id IN (
      SELECT id FROM album WHERE deleted_at IS NULL AND NOT is_draft AND published_at <= ${now}
      ORDER BY published_at DESC, id DESC LIMIT ${CANDIDATES})
    ORDER BY md5(t.id::text || ${dayOf(now)}) LIMIT ${limit}`.execute(tx)
  return selectTracksInOrder(tx, rows, now)
}

async function selectTracksInOrder(tx: Tx, found: { id: string }[], now: Date): Promise<TrackRow[]> {
  if (found.length === 0) return []
  const ids = found.map((row) => row.id)
  const where = sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${publicTrack(now)}`
  return selectTracks(tx, { now, where, orderBy: sql`array_position(${ids}::uuid[], t.id)`, limit: ids.length })
}
