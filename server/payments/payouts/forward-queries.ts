/** SQL of auto-forward: plans (one for each user with a Lightning address) and their batches. The attempts of a
 * batch are payouts: payouts/queries.ts. */
import { sql } from 'kysely'
import { columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type HeldBack = 'locked' | 'email-not-verified' | 'halted' | 'budget' | 'liquidity'

export type PlanRow = {
  user_id: string
  address: string
  counted_to: string
  earned_msat: bigint
  dealt_msat: bigint
  /** The platform fee on earnings that are not in a batch yet. */
  fee_brought_msat: bigint
  waiting_since: Date | null
  next_look_at: Date
  held_back: HeldBack | null
  created_at: Date
}

export type BatchState = 'waiting' | 'sending' | 'settled' | 'failed'

export type BatchRow = {
  id: string
  user_id: string
  address: string
  amount_msat: bigint
  /** The platform fee on the batch's earnings. The house pays at most half of it for routing. */
  fee_brought_msat: bigint
  state: BatchState
  attempts: number
  next_try_at: Date
  last_error: string | null
  fee_msat: bigint | null
  created_at: Date
  finished_at: Date | null
}

type Tables = { forward_plan: PlanRow; forward_batch: BatchRow }
const tables = (tx: Tx) => tx.withTables<Tables>()

const PLAN_COLUMNS = [
  'user_id',
  'address',
  'counted_to',
  'earned_msat',
  'dealt_msat',
  'fee_brought_msat',
  'waiting_since',
  'next_look_at',
  'held_back',
  'created_at',
] as const

const BATCH_COLUMNS = [
  'id',
  'user_id',
  'address',
  'amount_msat',
  'fee_brought_msat',
  'state',
  'attempts',
  'next_try_at',
  'last_error',
  'fee_msat',
  'created_at',
  'finished_at',
] as const

/** A new plan counts what is earned after `countedTo`. Setting the same address again changes nothing. */
export async function upsertPlan(
  tx: Tx,
  plan: { userId: string; address: string; countedTo: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO forward_plan AS known (user_id, address, counted_to, next_look_at, created_at)
    VALUES (${plan.userId}, ${plan.address}, ${plan.countedTo}, ${plan.now}, ${plan.now})
    ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, counted_to = excluded.counted_to, earned_msat = 0,
      dealt_msat = 0, fee_brought_msat = 0, waiting_since = NULL, held_back = NULL, next_look_at = excluded.next_look_at,
      created_at = excluded.created_at
    WHERE known.address <> excluded.address`.execute(tx)
}

export async function deletePlan(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('forward_plan').where('user_id', '=', userId).execute()
}

export async function readPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  return tables(tx).selectFrom('forward_plan').select(PLAN_COLUMNS).where('user_id', '=', userId).executeTakeFirst()
}

export async function lockPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  return tables(tx)
    .selectFrom('forward_plan')
    .select(PLAN_COLUMNS)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePlan(tx: Tx, userId: string, changes: Partial<PlanRow>): Promise<void> {
  await tables(tx).updateTable('forward_plan').set(changes).where('user_id', '=', userId).execute()
}

/** Claims due plans and postpones their next look, so that processes share the work. */
export async function claimDuePlans(tx: Tx, now: Date, nextLookAt: Date, limit: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    UPDATE forward_plan SET next_look_at = ${nextLookAt}
    WHERE user_id IN (
      SELECT user_id FROM forward_plan WHERE next_look_at <= ${now}
      ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columnList(PLAN_COLUMNS)}`.execute(tx)
  return rows
}

/** These users have earned something, so their plans are due now. */
export async function makePlansDue(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE forward_plan SET next_look_at = ${now}
    WHERE user_id = ANY(${userIds}::uuid[]) AND next_look_at > ${now}`.execute(tx)
}

type NewBatch = Omit<BatchRow, 'attempts' | 'last_error' | 'fee_msat' | 'finished_at'>

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tables(tx)
    .insertInto('forward_batch')
    .values(batch as never)
    .execute()
}

export async function readBatch(tx: Tx, batchId: string): Promise<BatchRow | undefined> {
  return tables(tx).selectFrom('forward_batch').select(BATCH_COLUMNS).where('id', '=', batchId).executeTakeFirst()
}

export async function lockBatch(tx: Tx, batchId: string): Promise<BatchRow | undefined> {
  return tables(tx)
    .selectFrom('forward_batch')
    .select(BATCH_COLUMNS)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateBatch(tx: Tx, batchId: string, changes: Partial<BatchRow>): Promise<void> {
  await tables(tx).updateTable('forward_batch').set(changes).where('id', '=', batchId).execute()
}

export async function readOpenBatch(tx: Tx, userId: string): Promise<BatchRow | undefined> {
  return tables(tx)
    .selectFrom('forward_batch')
    .select(BATCH_COLUMNS)
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
}

export async function readNewestBatch(tx: Tx, userId: string): Promise<BatchRow | undefined> {
  return tables(tx)
    .selectFrom('forward_batch')
    .select(BATCH_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The address was removed, and the money is still in the balance. Batches being sent are not affected. */
export async function cancelWaitingBatches(tx: Tx, userId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('forward_batch')
    .set({ state: 'failed', last_error: 'address-removed', finished_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function claimDueBatches(tx: Tx, now: Date, nextTryAt: Date, limit: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    UPDATE forward_batch SET next_try_at = ${nextTryAt}
    WHERE id IN (
      SELECT id FROM forward_batch WHERE state = 'waiting' AND next_try_at <= ${now}
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columnList(BATCH_COLUMNS)}`.execute(tx)
  return rows
}

/** The house's routing cost of forwards in the last 24 hours. Payments in progress count with the house's full
 * reserve. */
export async function readForwardCost(tx: Tx, now: Date): Promise<bigint> {
  const { rows } = await sql<{ cost: bigint }>`
    SELECT coalesce(sum(least(fee_msat, house_reserve_msat)) FILTER (WHERE state <> 'failed'), 0)::bigint AS cost
    FROM payout WHERE purpose = 'forward' AND created_at > ${now}::timestamptz - interval '24 hours'`.execute(tx)
  return rows[0]?.cost ?? 0n
}
