/** SQL of kept shares: those of boosts that are below the smallest payment. They are rows of boost_leg; what is `waiting` is in
 * the account boost:<user>. Changed only with that account locked. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type KeptRow = {
  boost_id: string
  position: number
  user_id: string
  /** Of the boost. */
  title: string
  address: string
  amount_msat: bigint
}

const KEPT = sql`l.boost_id, l.position, b.user_id, b.title, l.address, l.amount_msat`

/** Claims what a user keeps for one recipient, oldest first, if it is enough and due. Empty when nothing is. */
export async function claimDueKept(
  tx: Tx,
  { now, until, leastMsat }: { now: Date; until: Date; leastMsat: bigint },
): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    WITH due AS (
      SELECT b.user_id, l.address FROM boost_leg l JOIN boost b ON b.id = l.boost_id
      WHERE l.kept = 'waiting' GROUP BY b.user_id, l.address
      HAVING sum(l.amount_msat) >= ${leastMsat} AND max(l.next_try_at) <= ${now} LIMIT 1
    ), claimed AS (
      UPDATE boost_leg l SET next_try_at = ${until} FROM due, boost b
      WHERE b.id = l.boost_id AND b.user_id = due.user_id AND l.address = due.address
        AND l.kept = 'waiting' AND l.next_try_at <= ${now}
      RETURNING ${KEPT}, b.created_at
    )
    SELECT boost_id, position, user_id, title, address, amount_msat FROM claimed
    ORDER BY created_at, boost_id, position`.execute(tx)
  return rows
}

const isAmong = (rows: readonly KeptRow[]) => sql`(l.boost_id, l.position) IN (
  SELECT boost_id, position FROM unnest(${rows.map((row) => row.boost_id)}::uuid[],
    ${rows.map((row) => row.position)}::int[]) one (boost_id, position))`

/** False when any of these is no longer waiting. Then the transaction has to be rolled back. */
export async function takeKept(
  tx: Tx,
  rows: readonly KeptRow[],
  { payoutId, kept }: { payoutId: string; kept: 'sending' | 'paid' },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE boost_leg l SET kept = ${kept}, kept_payouts = kept_payouts || ${payoutId}::uuid, failure = NULL
    WHERE l.kept = 'waiting' AND ${isAmong(rows)}`.execute(tx)
  return Number(numAffectedRows) === rows.length
}

export async function postponeKept(
  tx: Tx,
  rows: readonly KeptRow[],
  { until, failure }: { until: Date; failure: string },
): Promise<void> {
  await sql`
    UPDATE boost_leg l SET next_try_at = ${until}, failure = ${failure}
    WHERE l.kept = 'waiting' AND ${isAmong(rows)}`.execute(tx)
}

/** The payout of these shares has an outcome. */
export async function endKept(
  tx: Tx,
  payoutId: string,
  { kept, nextTryAt, failure }: { kept: 'waiting' | 'paid'; nextTryAt: Date; failure: string | null },
): Promise<void> {
  await sql`
    UPDATE boost_leg SET kept = ${kept}, next_try_at = ${nextTryAt}, failure = ${failure}
    WHERE kept = 'sending' AND kept_payouts @> ARRAY[${payoutId}::uuid]`.execute(tx)
}

/** The payout arrived after it had failed: those of its shares that still wait are paid. Returns their sum. */
export async function payWaitingOf(tx: Tx, payoutId: string): Promise<bigint> {
  const { rows } = await sql<{ msat: bigint }>`
    WITH paid AS (
      UPDATE boost_leg SET kept = 'paid' WHERE kept = 'waiting' AND kept_payouts @> ARRAY[${payoutId}::uuid]
      RETURNING amount_msat)
    SELECT coalesce(sum(amount_msat), 0)::bigint AS msat FROM paid`.execute(tx)
  return rows[0]!.msat
}

/** The users of whom something waits that was boosted before this. */
export async function listUsersWithKept(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT b.user_id FROM boost_leg l JOIN boost b ON b.id = l.boost_id
    WHERE l.kept = 'waiting' AND b.created_at < ${before} LIMIT ${limit}`.execute(tx)
  return rows.map((row) => row.user_id)
}

export type ReturnedOfBoost = { id: string; title: string; msat: bigint }

/** Marks what waits, if it was boosted before this, as returned. Returns the sum of each boost. */
export async function returnWaiting(tx: Tx, userId: string, before: Date | null): Promise<ReturnedOfBoost[]> {
  const { rows } = await sql<ReturnedOfBoost>`
    WITH returned AS (
      UPDATE boost_leg l SET kept = 'returned' FROM boost b
      WHERE b.id = l.boost_id AND b.user_id = ${userId} AND l.kept = 'waiting'
        AND (${before}::timestamptz IS NULL OR b.created_at < ${before})
      RETURNING b.id, b.title, l.amount_msat)
    SELECT id, title, sum(amount_msat)::bigint AS msat FROM returned GROUP BY id, title ORDER BY id`.execute(tx)
  return rows
}

/** What the accounts hold by the rows, for the audit. */
export const heldByBoosts = sql`
  SELECT 'boost:' || b.user_id AS code, sum(l.amount_msat)::bigint AS msat
  FROM boost_leg l JOIN boost b ON b.id = l.boost_id WHERE l.kept = 'waiting' GROUP BY b.user_id`
