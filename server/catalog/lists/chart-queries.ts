/** SQL of charts: the tracks that received most. Computed from content_day, never from single payments, and stored;
 * readers get the stored result. */
import { sql } from 'kysely'
import type { ChartPhase } from '#contract/catalog/charts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { selectTracks, trackJoins, type TrackRow } from '#server/catalog/music/track-info.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import { dayOf } from '#server/platform/clock.ts'

/** How many of the best-paid contents are considered; hidden content and content that is not a track is then
 * dropped. */
const PAID_MAX = 2_000
/** How many of the best tracks take part in tie-breaking. */
const CANDIDATES = 200

export type Place = { id: string; msat: bigint }
export type StoredPlace = { contentId: string; placeBefore: number | null; msat: bigint; msatByDay: bigint[] }

/** The tracks that received most in the `days` days up to the day of `until`; ties are broken by distinct payers, then
 * by age. All anonymous payments count as one payer. */
export async function selectTopTracks(
  tx: Tx,
  { days, limit, until, now }: { days: number; limit: number; until: Date; now: Date },
): Promise<Place[]> {
  const last = dayOf(until)
  const inDays = sql`day > ${last}::date - ${days}::int AND day <= ${last}::date`
  const { rows } = await sql<Place>`
    WITH paid AS MATERIALIZED (
      SELECT content_id, sum(msat) AS msat FROM content_day WHERE ${inDays}
      GROUP BY content_id ORDER BY msat DESC LIMIT ${PAID_MAX}
    ), earned AS MATERIALIZED (
      SELECT t.id, t.published_at, paid.msat FROM paid JOIN (${trackJoins}) ON t.id = paid.content_id
      WHERE paid.msat > 0 AND ${publicTrack(now)} ORDER BY paid.msat DESC, t.published_at, t.id LIMIT ${CANDIDATES}
    )
    SELECT earned.id, earned.msat::bigint AS msat FROM earned CROSS JOIN LATERAL (
      SELECT count(DISTINCT payer_id) + coalesce(bool_or(payer_id IS NULL)::int, 0) AS payers FROM counted_payment
      WHERE content_id = earned.id AND NOT is_gift AND ${inDays}
    ) heard
    ORDER BY earned.msat DESC, heard.payers DESC, earned.published_at, earned.id LIMIT ${limit}`.execute(tx)
  return rows
}

/** What each received on each of the last `days` days, oldest first, by id. */
export async function selectDaily(
  tx: Tx,
  ids: readonly string[],
  days: number,
  now: Date,
): Promise<Map<string, bigint[]>> {
  const last = dayOf(now)
  const { rows } = await sql<{ content_id: string; days_ago: number; msat: bigint }>`
    SELECT content_id, ${last}::date - day AS days_ago, msat FROM content_day
    WHERE content_id = ANY(${ids}::uuid[]) AND day > ${last}::date - ${days}::int AND day <= ${last}::date`.execute(tx)
  const daily = new Map(ids.map((id) => [id, Array.from({ length: days }, () => 0n)]))
  for (const { content_id: id, days_ago: daysAgo, msat } of rows) daily.get(id)![days - 1 - daysAgo] = msat
  return daily
}

/** Locks the chart until the transaction ends; false if it was computed after `before`, or is locked by another
 * server. */
export async function claimChart(tx: Tx, phase: ChartPhase, before: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM chart WHERE phase = ${phase} AND computed_at <= ${before} FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows.length === 1
}

export async function storeChart(tx: Tx, phase: ChartPhase, places: readonly StoredPlace[], now: Date): Promise<void> {
  await sql`DELETE FROM chart_place WHERE phase = ${phase}`.execute(tx)
  const rows = places.map(({ contentId, placeBefore, msat, msatByDay }, index) => ({
    place: index + 1,
    content_id: contentId,
    place_before: placeBefore,
    msat: String(msat),
    msat_by_day: msatByDay.map(String),
  }))
  await sql`
    INSERT INTO chart_place (phase, place, content_id, place_before, msat, msat_by_day)
    SELECT ${phase}, * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS made (place integer, content_id uuid, place_before integer, msat bigint, msat_by_day bigint[])`.execute(tx)
  await sql`UPDATE chart SET computed_at = ${now} WHERE phase = ${phase}`.execute(tx)
}

export type ChartRow = TrackRow & { place_before: number | null; chart_msat: bigint; chart_days: bigint[] }

/** The stored chart, without content that is no longer public. */
export async function selectChart(tx: Tx, phase: ChartPhase, limit: number, now: Date): Promise<ChartRow[]> {
  const { rows } = await sql<{ content_id: string; place_before: number | null; msat: bigint; msat_by_day: bigint[] }>`
    SELECT content_id, place_before, msat, msat_by_day FROM chart_place WHERE phase = ${phase} ORDER BY place`.execute(
    tx,
  )
  const stored = new Map(rows.map((row) => [row.content_id, row]))
  const tracks = await selectTracksInOrder(tx, [...stored.keys()], limit, now)
  return tracks.map((track) => {
    const place = stored.get(track.id)
    return {
      ...track,
      place_before: place?.place_before ?? null,
      chart_msat: place?.msat ?? 0n,
      chart_days: (place?.msat_by_day ?? []).map(BigInt),
    }
  })
}

export async function isChartComputed(tx: Tx, phase: ChartPhase): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM chart WHERE phase = ${phase} AND computed_at > '-infinity'`.execute(tx)
  return rows.length === 1
}

/** Tracks of the newest albums, in an order that is stable for a day and then changes. */
export async function selectTracksOfToday(tx: Tx, limit: number, now: Date): Promise<TrackRow[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM ${trackJoins} WHERE ${publicTrack(now)} AND al.id IN (
      SELECT id FROM album WHERE deleted_at IS NULL AND NOT is_draft AND published_at <= ${now}
      ORDER BY published_at DESC, id DESC LIMIT ${CANDIDATES})
    ORDER BY md5(t.id::text || ${dayOf(now)}) LIMIT ${limit}`.execute(tx)
  return selectTracksInOrder(
    tx,
    rows.map(({ id }) => id),
    limit,
    now,
  )
}

/** The tracks of a moderator's or owner's public playlist named Featured, if there is one. */
export async function selectFeaturedTracks(tx: Tx, limit: number, now: Date): Promise<TrackRow[]> {
  const { rows } = await sql<{ track_id: string }>`
    SELECT entry.track_id FROM playlist_entry entry WHERE entry.playlist_id = (
      SELECT pl.id FROM playlist pl JOIN person ON person.id = pl.user_id
      WHERE lower(pl.title) = 'featured' AND pl.visibility = 'public' AND person.operator_role IN ('moderator', 'owner')
        AND person.deleted_at IS NULL
      ORDER BY pl.updated_at DESC LIMIT 1)
    ORDER BY entry.position LIMIT ${CANDIDATES}`.execute(tx)
  return selectTracksInOrder(
    tx,
    rows.map((row) => row.track_id),
    limit,
    now,
  )
}

/** The first `limit` of these that are public. */
async function selectTracksInOrder(tx: Tx, ids: readonly string[], limit: number, now: Date): Promise<TrackRow[]> {
  if (ids.length === 0) return []
  const where = sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${publicTrack(now)}`
  return selectTracks(tx, { now, where, orderBy: sql`array_position(${ids}::uuid[], t.id)`, limit })
}
