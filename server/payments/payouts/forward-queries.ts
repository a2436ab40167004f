/** SQL of auto-forward: plans (one for each user with a Lightning address) and their batches. The attempts of a
 * batch are payouts: payouts/queries.ts. */
import { sql } from 'kysely'
import { assignments, columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockName } from '#server/platform/database/engine.ts'

export type HeldBack = 'locked' | 'email-not-verified' | 'halted' | 'budget' | 'liquidity' | 'limit'

export type ForwardSource = 'earnings' | 'ticket-sale'

export type PlanRow = {
  user_id: string
  address: string
  counted_to: string
  earned_msat: bigint
  dealt_msat: bigint
  /** The platform fee on earnings that are not in a batch yet. */
  fee_brought_msat: bigint
  waiting_since: Date | null
  /** What ticket sales have brought, less refunds, and what of it has gone into batches with its routing. */
  tickets_msat: bigint
  tickets_dealt_msat: bigint
  tickets_waiting_since: Date | null
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
  source: ForwardSource
  /** The platform fee on the batch's earnings. The house pays at most half of it for routing. */
  fee_brought_msat: bigint
  /** What of the ticket sales is held for routing. */
  routing_msat: bigint
  state: BatchState
  attempts: number
  next_try_at: Date
  last_error: string | null
  fee_msat: bigint | null
  created_at: Date
  finished_at: Date | null
}

const PLAN_COLUMNS = columnList([
  'user_id',
  'address',
  'counted_to',
  'earned_msat',
  'dealt_msat',
  'fee_brought_msat',
  'waiting_since',
  'tickets_msat',
  'tickets_dealt_msat',
  'tickets_waiting_since',
  'next_look_at',
  'held_back',
  'created_at',
])

const BATCH_COLUMNS = columnList([
  'id',
  'user_id',
  'address',
  'amount_msat',
  'source',
  'fee_brought_msat',
  'routing_msat',
  'state',
  'attempts',
  'next_try_at',
  'last_error',
  'fee_msat',
  'created_at',
  'finished_at',
])

/** A new plan counts what is earned after `countedTo`. Setting the same address again changes nothing. */
export async function upsertPlan(
  tx: Tx,
  plan: { userId: string; address: string; countedTo: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO forward_plan AS known (user_id, address, counted_to, next_look_at, created_at)
    VALUES (${plan.userId}, ${plan.address}, ${plan.countedTo}, ${plan.now}, ${plan.now})
    ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, counted_to = excluded.counted_to, earned_msat = 0,
      dealt_msat = 0, fee_brought_msat = 0, waiting_since = NULL, tickets_msat = 0, tickets_dealt_msat = 0,
      tickets_waiting_since = NULL, held_back = NULL, next_look_at = excluded.next_look_at, created_at = excluded.created_at
    WHERE known.address <> excluded.address`.execute(tx)
}

export async function deletePlan(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM forward_plan WHERE user_id = ${userId}`.execute(tx)
}

export async function readPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`SELECT ${PLAN_COLUMNS} FROM forward_plan WHERE user_id = ${userId}`.execute(tx)
  return rows[0]
}

export async function lockPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    SELECT ${PLAN_COLUMNS} FROM forward_plan WHERE user_id = ${userId} FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function updatePlan(tx: Tx, userId: string, changes: Partial<PlanRow>): Promise<void> {
  await sql`UPDATE forward_plan SET ${assignments(changes)} WHERE user_id = ${userId}`.execute(tx)
}

export const duePlans = (now: Date) => sql`forward_plan WHERE next_look_at <= ${now}`

/** Claims due plans and postpones their next look, so that processes share the work. */
export async function claimDuePlans(tx: Tx, now: Date, nextLookAt: Date, limit: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    UPDATE forward_plan SET next_look_at = ${nextLookAt}
    WHERE user_id IN (
      SELECT user_id FROM ${duePlans(now)}
      ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${PLAN_COLUMNS}`.execute(tx)
  return rows
}

/** These users have earned something, so their plans are due now. */
export async function makePlansDue(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE forward_plan SET next_look_at = ${now}
    WHERE user_id = ANY(${userIds}::uuid[]) AND next_look_at > ${now}`.execute(tx)
}

type NewBatch = Omit<BatchRow, 'attempts' | 'last_error' | 'fee_msat' | 'finished_at'>

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await sql`INSERT INTO forward_batch ${rowValues(batch)}`.execute(tx)
}

export async function readBatch(tx: Tx, batchId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`SELECT ${BATCH_COLUMNS} FROM forward_batch WHERE id = ${batchId}`.execute(tx)
  return rows[0]
}

export async function lockBatch(tx: Tx, batchId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    SELECT ${BATCH_COLUMNS} FROM forward_batch WHERE id = ${batchId} FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function updateBatch(tx: Tx, batchId: string, changes: Partial<BatchRow>): Promise<void> {
  await sql`UPDATE forward_batch SET ${assignments(changes)} WHERE id = ${batchId}`.execute(tx)
}

export async function readOpenBatch(tx: Tx, userId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    SELECT ${BATCH_COLUMNS} FROM forward_batch
    WHERE user_id = ${userId} AND state IN ('waiting', 'sending')`.execute(tx)
  return rows[0]
}

export async function readNewestBatch(tx: Tx, userId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    SELECT ${BATCH_COLUMNS} FROM forward_batch WHERE user_id = ${userId}
    ORDER BY created_at DESC LIMIT 1`.execute(tx)
  return rows[0]
}

/** The address was removed, and the money is still in the balance. Batches being sent are not affected. */
export async function cancelWaitingBatches(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE forward_batch SET state = 'failed', last_error = 'address-removed', finished_at = ${now}
    WHERE user_id = ${userId} AND state = 'waiting'`.execute(tx)
}

export const dueBatches = (now: Date) => sql`forward_batch WHERE state = 'waiting' AND next_try_at <= ${now}`

export async function claimDueBatch(tx: Tx, now: Date, nextTryAt: Date): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    UPDATE forward_batch SET next_try_at = ${nextTryAt}
    WHERE id IN (
      SELECT id FROM ${dueBatches(now)}
      ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${BATCH_COLUMNS}`.execute(tx)
  return rows[0]
}

/** The user's batch is due now if it waits because of a hold, and not because an attempt failed. */
export async function makeHeldBatchesDue(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE forward_batch SET next_try_at = ${now}
    WHERE user_id = ${userId} AND state = 'waiting' AND next_try_at > ${now}
      AND EXISTS (SELECT FROM forward_plan plan WHERE plan.user_id = forward_batch.user_id AND held_back = 'locked')
  `.execute(tx)
}

/** Until the transaction ends, no other one adds to the cost of forwards. */
export function lockForwardBudget(tx: Tx): Promise<void> {
  return lockName(tx, 'forward-budget')
}

/** The house's routing cost of forwards in the last 24 hours. Payments in progress count with the house's full
 * reserve. */
export async function readForwardCost(tx: Tx, now: Date): Promise<bigint> {
  const { rows } = await sql<{ cost: bigint }>`
    SELECT coalesce(sum(least(fee_msat, house_reserve_msat)) FILTER (WHERE state <> 'failed'), 0)::bigint AS cost
    FROM payout WHERE purpose = 'forward' AND created_at > ${now}::timestamptz - interval '24 hours'`.execute(tx)
  return rows[0]?.cost ?? 0n
}
