/** SQL of what each content received: counts each payment once, and provides the columns for lists. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { dayOf } from '#server/platform/clock.ts'

/** Amounts in msat. A day is a day in UTC; 1, 7 and 30 days include today. */
export type Received = {
  msat_total: bigint
  msat_1_days: bigint
  msat_7_days: bigint
  msat_30_days: bigint
  play_count: number
}

export const receivedColumns = sql`coalesce(received.msat_total, 0) AS msat_total,
  coalesce(days.msat_1_days, 0) AS msat_1_days, coalesce(days.msat_7_days, 0) AS msat_7_days,
  coalesce(days.msat_30_days, 0) AS msat_30_days,
  coalesce(heard.plays, 0)::int AS play_count`

export function receivedJoins(contentId: 't.id' | 'e.id', now: Date) {
  const today = dayOf(now)
  return sql`LEFT JOIN content_total received ON received.content_id = ${sql.ref(contentId)}
    LEFT JOIN play_total heard ON heard.content_id = ${sql.ref(contentId)}
    LEFT JOIN LATERAL (
      SELECT (sum(msat) FILTER (WHERE day = ${today}::date))::bigint AS msat_1_days,
        (sum(msat) FILTER (WHERE day > ${today}::date - 7))::bigint AS msat_7_days,
        sum(msat)::bigint AS msat_30_days
      FROM content_day WHERE content_id = ${sql.ref(contentId)} AND day > ${today}::date - 30 AND day <= ${today}::date
    ) days ON true`
}

export type Share = {
  paymentId: string
  contentId: string
  payerId: string | null
  /** Counts in the total only, not in the days that charts are made of. */
  isGift: boolean
  day: string
  amountMsat: bigint
}

/** Those of the shares that were not counted before. All writers insert in the same order, so that two cannot
 * deadlock. */
export async function insertCounted(tx: Tx, shares: readonly Share[]): Promise<Share[]> {
  const { rows } = await sql<{ paymentId: string; contentId: string }>`
    INSERT INTO counted_payment (payment_id, content_id, payer_id, day, is_gift)
    SELECT payment_id, content_id, payer_id, day, is_gift FROM unnest(
      ${shares.map(({ paymentId }) => paymentId)}::uuid[], ${shares.map(({ contentId }) => contentId)}::uuid[],
      ${shares.map(({ payerId }) => payerId)}::uuid[], ${shares.map(({ day }) => day)}::date[],
      ${shares.map(({ isGift }) => isGift)}::boolean[])
    shared (payment_id, content_id, payer_id, day, is_gift) ORDER BY payment_id, content_id
    ON CONFLICT DO NOTHING RETURNING payment_id AS "paymentId", content_id AS "contentId"`.execute(tx)
  const counted = new Set(rows.map(({ paymentId, contentId }) => `${paymentId} ${contentId}`))
  return shares.filter(({ paymentId, contentId }) => counted.delete(`${paymentId} ${contentId}`))
}

/** What a track receives also counts for its album and artist, what an episode receives for its podcast. In one
 * statement, ordered by id, so that two cannot deadlock. */
export async function addToTotals(tx: Tx, shares: readonly Share[]): Promise<void> {
  if (shares.length === 0) return
  const parts = sql`(
    WITH shared AS (
      SELECT content_id, day, msat, is_gift FROM unnest(
        ${shares.map(({ contentId }) => contentId)}::uuid[],
        ${shares.map(({ day }) => day)}::date[],
        ${shares.map(({ amountMsat }) => String(amountMsat))}::bigint[],
        ${shares.map(({ isGift }) => isGift)}::boolean[]) shared (content_id, day, msat, is_gift)
    )
    SELECT content_id AS id, day, msat, is_gift FROM shared
    UNION ALL SELECT album_id, day, msat, is_gift FROM shared JOIN track ON track.id = content_id
    UNION ALL SELECT album.artist_id, day, msat, is_gift FROM shared JOIN track ON track.id = content_id
      JOIN album ON album.id = album_id
    UNION ALL SELECT artist_id, day, msat, is_gift FROM shared JOIN album ON album.id = content_id
    UNION ALL SELECT podcast_id, day, msat, is_gift FROM shared JOIN episode ON episode.id = content_id
  ) parts`
  await sql`
    INSERT INTO content_total AS known (content_id, msat_total)
    SELECT id, sum(msat)::bigint FROM ${parts} GROUP BY id ORDER BY id
    ON CONFLICT (content_id) DO UPDATE SET msat_total = known.msat_total + excluded.msat_total`.execute(tx)
  await sql`
    INSERT INTO content_day AS known (content_id, day, msat)
    SELECT id, day, sum(msat)::bigint FROM ${parts} WHERE NOT is_gift GROUP BY id, day ORDER BY id, day
    ON CONFLICT (content_id, day) DO UPDATE SET msat = known.msat + excluded.msat`.execute(tx)
}

/** What a content received in each week from that Monday on; weeks with nothing are left out. */
export async function selectWeeks(
  tx: Tx,
  contentId: string,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<{ week: number; msat: bigint }[]> {
  const { rows } = await sql<{ week: number; msat: bigint }>`
    SELECT (day - ${firstDay}::date) / 7 AS week, sum(msat)::bigint AS msat FROM content_day
    WHERE content_id = ${contentId} AND day BETWEEN ${firstDay}::date AND ${lastDay}::date
    GROUP BY 1 ORDER BY 1`.execute(tx)
  return rows
}
