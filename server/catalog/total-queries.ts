/** SQL of what each content received: counting a payment once, and the columns that lists show. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Amounts in msat. A day is a day in UTC; 1, 7 and 30 days include today. */
export type Received = { msat_total: bigint; msat_1_days: bigint; msat_7_days: bigint; msat_30_days: bigint }

export const receivedColumns = sql`coalesce(received.msat_total, 0) AS msat_total,
  coalesce(days.msat_1_days, 0) AS msat_1_days, coalesce(days.msat_7_days, 0) AS msat_7_days,
  coalesce(days.msat_30_days, 0) AS msat_30_days`

export function receivedJoins(contentId: 't.id' | 'e.id', now: Date) {
  const today = dayOf(now)
  return sql`LEFT JOIN content_total received ON received.content_id = ${sql.ref(contentId)}
    LEFT JOIN LATERAL (
      SELECT (sum(msat) FILTER (WHERE day = ${today}::date))::bigint AS msat_1_days,
        (sum(msat) FILTER (WHERE day > ${today}::date - 7))::bigint AS msat_7_days,
        sum(msat)::bigint AS msat_30_days
      FROM content_day WHERE content_id = ${sql.ref(contentId)} AND day > ${today}::date - 30 AND day <= ${today}::date
    ) days ON true`
}

/** The day in UTC, as PostgreSQL reads a date. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export type Share = { paymentId: string; contentId: string; payerId: string | null; day: string; amountMsat: bigint }

/** False when this payment was counted for this content before. */
export async function insertCounted(tx: Tx, share: Share): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO counted_payment (payment_id, content_id, payer_id, day)
    VALUES (${share.paymentId}, ${share.contentId}, ${share.payerId}, ${share.day}::date)
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return rows.length === 1
}

/** What a track receives counts for its album and artist too, what an episode receives for its podcast. Rows are written in
 * the order of their ids, so that two payments never wait for each other. */
export async function addToTotals(tx: Tx, share: Share): Promise<void> {
  const family = sql`(
    SELECT ${share.contentId}::uuid AS id
    UNION SELECT album_id FROM track WHERE id = ${share.contentId}
    UNION SELECT album.artist_id FROM track JOIN album ON album.id = album_id WHERE track.id = ${share.contentId}
    UNION SELECT artist_id FROM album WHERE id = ${share.contentId}
    UNION SELECT podcast_id FROM episode WHERE id = ${share.contentId}
    ORDER BY id) family`
  await sql`
    INSERT INTO content_total AS known (content_id, msat_total)
    SELECT id, ${share.amountMsat}::bigint FROM ${family}
    ON CONFLICT (content_id) DO UPDATE SET msat_total = known.msat_total + excluded.msat_total`.execute(tx)
  await sql`
    INSERT INTO content_day AS known (content_id, day, msat)
    SELECT id, ${share.day}::date, ${share.amountMsat}::bigint FROM ${family}
    ON CONFLICT (content_id, day) DO UPDATE SET msat = known.msat + excluded.msat`.execute(tx)
}
