/** SQL of boosts and their legs. The outcome of a leg's payment is in the table of that payment. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type { ShareRole } from '#contract/listening/foreign/boosts.ts'
import type { getStreaming } from '#contract/listening/foreign/streaming.ts'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { PayoutState } from '#server/payments/state.ts'
import type { Tx } from '#server/platform/database/database.ts'

const STREAMED_MAX = 20

export type BoostRow = {
  id: string
  user_id: string
  item_id: string
  title: string
  amount_msat: bigint
  message: string | null
  is_proven: boolean
  is_stream: boolean
  /** Whom the feed names without a Lightning address. Older ones have no place: they are after the legs. */
  left_out: { name: string | null; role: ShareRole; msat: string; place?: number }[] | null
  created_at: Date
}
export type LegRow = {
  boost_id: string
  position: number
  name: string | null
  address: string
  role: ShareRole
  amount_msat: bigint
  attempt: number
  failure: string | null
  /** Null unless it was paid to an address of this server. */
  paid_inside_at: Date | null
  /** Null unless it is below the smallest payment: server/payments/kept. */
  kept: 'waiting' | 'sending' | 'paid' | 'returned' | null
  next_try_at: Date | null
}

const LEG_COLUMNS = [
  'boost_id',
  'position',
  'name',
  'address',
  'role',
  'amount_msat',
  'attempt',
  'failure',
  'paid_inside_at',
  'kept',
  'next_try_at',
] as const

export async function insertBoost(tx: Tx, boost: BoostRow, legs: readonly LegRow[]): Promise<void> {
  const row = { ...boost, left_out: JSON.stringify(boost.left_out) }
  await sql`INSERT INTO boost ${rowValues(row)}`.execute(tx)
  for (const leg of legs) await sql`INSERT INTO boost_leg ${rowValues(leg)}`.execute(tx)
}

export async function readBoostRow(tx: Tx, boostId: string): Promise<BoostRow | undefined> {
  const { rows } = await sql<BoostRow>`
    SELECT id, user_id, item_id, title, amount_msat, message, is_proven, is_stream, left_out, created_at FROM boost
    WHERE id = ${boostId}`.execute(tx)
  return rows[0]
}

export async function selectLegs(tx: Tx, boostId: string): Promise<LegRow[]> {
  const { rows } = await sql<LegRow>`
    SELECT ${columnList(LEG_COLUMNS)} FROM boost_leg
    WHERE boost_id = ${boostId} ORDER BY position`.execute(tx)
  return rows
}

/** Records why nothing was reserved in this attempt; null: the attempt may be repeated. */
export async function setFailure(tx: Tx, leg: LegRow, failure: string | null): Promise<void> {
  await sql`
    UPDATE boost_leg SET failure = ${failure}
    WHERE boost_id = ${leg.boost_id} AND position = ${leg.position} AND attempt = ${leg.attempt}`.execute(tx)
}

/** Runs in the transaction that moves the money. */
export async function setPaidInside(tx: Tx, leg: LegRow, at: Date): Promise<void> {
  await sql`
    UPDATE boost_leg SET paid_inside_at = ${at}
    WHERE boost_id = ${leg.boost_id} AND position = ${leg.position}`.execute(tx)
}

/** Begins the next attempt, once for each failed one. */
export async function beginAttempt(tx: Tx, leg: LegRow): Promise<LegRow | undefined> {
  const { rows } = await sql<LegRow>`
    UPDATE boost_leg SET attempt = attempt + 1, failure = NULL
    WHERE boost_id = ${leg.boost_id} AND position = ${leg.position} AND attempt = ${leg.attempt}
    RETURNING ${columnList(LEG_COLUMNS)}`.execute(tx)
  return rows[0]
}

/** What the user has boosted, newest first. */
export async function exportBoosts(tx: Tx, userId: string): Promise<BoostRow[]> {
  const { rows } = await sql<BoostRow>`
    SELECT id, user_id, item_id, title, amount_msat, message, is_proven, is_stream, left_out, created_at FROM boost
    WHERE user_id = ${userId} ORDER BY created_at DESC`.execute(tx)
  return rows
}

export type LegPayout = { id: string; state: PayoutState; costMsat: bigint; failureReason: string | null }

/** `costMsat`: what it takes from the balance unless it fails. The house bears a fee above the reserve. */
export async function selectPayouts(tx: Tx, boostId: string): Promise<Map<string, LegPayout>> {
  const { rows } = await sql<LegPayout>`
    SELECT id, state, failure_reason AS "failureReason",
      amount_msat + least(coalesce(fee_msat, fee_reserve_msat), fee_reserve_msat) AS "costMsat"
    FROM payout WHERE boost_id = ${boostId}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What left the balance for streaming in this month, in UTC, with what is reserved. */
export async function sumStreamed(tx: Tx, userId: string, now: Date): Promise<bigint> {
  const { rows } = await sql<{ msat: bigint }>`
    SELECT coalesce(-sum(change_msat), 0)::bigint AS msat FROM statement_line
    WHERE user_id = ${userId} AND type = 'Zap Sent' AND note = 'stream'
      AND created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')`.execute(tx)
  return rows[0]!.msat
}

export async function listStreamed(tx: Tx, userId: string): Promise<Data<typeof getStreaming>['payments']> {
  const { rows } = await sql<Data<typeof getStreaming>['payments'][number]>`
    SELECT payment_id AS "paymentId", coalesce(title, '') AS title, amount_msat AS "msatAmount", created_at AS "createdAt"
    FROM statement_line WHERE user_id = ${userId} AND type = 'Zap Sent' AND note = 'stream'
    ORDER BY created_at DESC, id DESC LIMIT ${STREAMED_MAX}`.execute(tx)
  return rows
}
