/** SQL that counts users' earnings, each payment once. The results are read by series-queries.ts and
 * part-queries.ts. */
import { sql } from 'kysely'
import type { EarningSource } from '#contract/listening/stats.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** The supporter id of anonymous payments. */
export const ANONYMOUS_ID = '00000000-0000-0000-0000-000000000000'

/** A day is YYYY-MM-DD, in UTC. */
export type Earning = {
  userId: string
  contentId: string
  day: string
  amountMsat: number
  source: EarningSource
}
export type EarnedPayment = {
  paymentId: string
  day: string
  payerId: string | null
  comment: string | null
  settledAt: Date
  /** Paid by the house, which is not a supporter. */
  isGift: boolean
  earnings: readonly Earning[]
  /** The paid content, the amount, and the platform's fee. */
  contentId: string
  grossMsat: number
  feeMsat: number
}

/** The payments that were not counted before; concurrent processes never return the same one. */
export async function markCounted<Counted extends Pick<EarnedPayment, 'paymentId'>>(
  tx: Tx,
  payments: readonly Counted[],
): Promise<Counted[]> {
  const { rows } = await sql<{ payment_id: string }>`
    INSERT INTO counted_earning (payment_id)
    SELECT id FROM unnest(${payments.map(({ paymentId }) => paymentId)}::uuid[]) payment (id) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING payment_id`.execute(tx)
  const fresh = new Set(rows.map(({ payment_id: paymentId }) => paymentId))
  return payments.filter(({ paymentId }) => fresh.has(paymentId))
}

const monthOfDay = sql`date_trunc('month', day::timestamp)::date`

/** Table by table and in the order of their keys, so that two processes cannot deadlock. */
export async function addEarnings(tx: Tx, payments: readonly Pick<EarnedPayment, 'earnings'>[]): Promise<void> {
  const earnings = payments.flatMap((payment) => payment.earnings).filter(({ amountMsat }) => amountMsat > 0)
  if (earnings.length === 0) return
  const parts = sql`unnest(
    ${earnings.map(({ userId }) => userId)}::uuid[], ${earnings.map(({ day }) => day)}::date[],
    ${earnings.map(({ contentId }) => contentId)}::uuid[], ${earnings.map(({ source }) => source)}::text[],
    ${earnings.map(({ amountMsat }) => amountMsat)}::bigint[]
  ) earned (user_id, day, content_id, source, msat)`
  await sql`
    INSERT INTO earning_day AS known (user_id, day, content_id, msat)
    SELECT user_id, day, content_id, sum(msat)::bigint FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, day, content_id) DO UPDATE SET msat = known.msat + excluded.msat`.execute(tx)
  await sql`
    INSERT INTO earning_month AS known (user_id, month, content_id, msat)
    SELECT user_id, ${monthOfDay}, content_id, sum(msat)::bigint FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, month, content_id) DO UPDATE SET msat = known.msat + excluded.msat`.execute(tx)
  await sql`
    INSERT INTO earning_source_day AS known (user_id, day, source, msat)
    SELECT user_id, day, source, sum(msat)::bigint FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, day, source) DO UPDATE SET msat = known.msat + excluded.msat`.execute(tx)
  await sql`
    INSERT INTO earning_total AS known (user_id, content_id, msat)
    SELECT user_id, content_id, sum(msat)::bigint FROM ${parts} GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, content_id) DO UPDATE SET msat = known.msat + excluded.msat`.execute(tx)
}

/** Adds up, for the owner of each paid content, the gross amount, the fee, the owner's own share and the share of
 * others. The four amounts are consistent: `others` is the rest after the fee and the owner's share, so it
 * includes shares of deleted accounts. */
export async function addIncome(tx: Tx, payments: readonly EarnedPayment[]): Promise<void> {
  if (payments.length === 0) return
  const paid = sql`unnest(
    ${payments.map(({ paymentId }) => paymentId)}::uuid[], ${payments.map(({ contentId }) => contentId)}::uuid[],
    ${payments.map(({ day }) => day)}::date[], ${payments.map(({ grossMsat }) => grossMsat)}::bigint[],
    ${payments.map(({ feeMsat }) => feeMsat)}::bigint[]
  ) paid (payment_id, content_id, day, gross, fee)`
  const shares = payments.flatMap(({ paymentId, earnings }) => earnings.map((earning) => ({ paymentId, ...earning })))
  const earned = sql`unnest(
    ${shares.map(({ paymentId }) => paymentId)}::uuid[], ${shares.map(({ userId }) => userId)}::uuid[],
    ${shares.map(({ amountMsat }) => amountMsat)}::bigint[]
  ) earned (payment_id, user_id, msat)`
  await sql`
    INSERT INTO income_day AS known (owner_id, day, content_id, gross_msat, fee_msat, others_msat, own_msat)
    SELECT c.owner_id, paid.day, paid.content_id, sum(gross)::bigint, sum(fee)::bigint,
      sum(gross - fee - coalesce(own.msat, 0))::bigint, coalesce(sum(own.msat), 0)::bigint
    FROM ${paid} JOIN content c ON c.id = paid.content_id
    LEFT JOIN (SELECT payment_id, user_id, sum(msat) AS msat FROM ${earned} GROUP BY 1, 2) own
      ON own.payment_id = paid.payment_id AND own.user_id = c.owner_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (owner_id, day, content_id) DO UPDATE SET gross_msat = known.gross_msat + excluded.gross_msat,
      fee_msat = known.fee_msat + excluded.fee_msat, others_msat = known.others_msat + excluded.others_msat,
      own_msat = known.own_msat + excluded.own_msat`.execute(tx)
}

type Support = EarnedPayment & { userId: string; contentId: string; amountMsat: number }

/** What one payment gave each user, summed over the user's contents; the message is assigned to
 * the content that received most. */
function supportOf(payment: EarnedPayment): Support[] {
  const byUser = Map.groupBy(
    payment.earnings.filter(({ amountMsat }) => amountMsat > 0),
    ({ userId }) => userId,
  )
  return [...byUser].map(([userId, earnings]) => ({
    ...payment,
    userId,
    contentId: earnings.toSorted((one, other) => other.amountMsat - one.amountMsat)[0]!.contentId,
    amountMsat: earnings.reduce((sum, { amountMsat }) => sum + amountMsat, 0),
  }))
}

export async function addSupport(tx: Tx, payments: readonly EarnedPayment[]): Promise<void> {
  const support = payments.flatMap(supportOf)
  if (support.length === 0) return
  const parts = sql`unnest(
    ${support.map(({ userId }) => userId)}::uuid[], ${support.map(({ day }) => day)}::date[],
    ${support.map(({ payerId }) => payerId ?? ANONYMOUS_ID)}::uuid[], ${support.map(({ amountMsat }) => amountMsat)}::bigint[]
  ) given (user_id, day, supporter_id, msat)`
  const added = sql`msat = known.msat + excluded.msat, zaps = known.zaps + excluded.zaps`
  await sql`
    INSERT INTO supporter_day AS known (user_id, day, supporter_id, msat, zaps)
    SELECT user_id, day, supporter_id, sum(msat)::bigint, count(*)::int
    FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, day, supporter_id) DO UPDATE SET ${added}`.execute(tx)
  await sql`
    INSERT INTO supporter_month AS known (user_id, month, supporter_id, msat, zaps)
    SELECT user_id, ${monthOfDay}, supporter_id, sum(msat)::bigint, count(*)::int
    FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, month, supporter_id) DO UPDATE SET ${added}`.execute(tx)
  const written = support.filter(({ comment }) => comment !== null && comment !== '')
  if (written.length === 0) return
  await sql`
    INSERT INTO support_message (user_id, payment_id, content_id, supporter_id, msat, comment, settled_at)
    SELECT user_id, payment_id, content_id, supporter_id, msat, comment, settled_at FROM unnest(
      ${written.map(({ userId }) => userId)}::uuid[], ${written.map(({ paymentId }) => paymentId)}::uuid[],
      ${written.map(({ contentId }) => contentId)}::uuid[], ${written.map(({ payerId }) => payerId)}::uuid[],
      ${written.map(({ amountMsat }) => amountMsat)}::bigint[], ${written.map(({ comment }) => comment)}::text[],
      ${written.map(({ settledAt }) => settledAt)}::timestamptz[])
      written (user_id, payment_id, content_id, supporter_id, msat, comment, settled_at)
    ON CONFLICT DO NOTHING`.execute(tx)
}
