/** SQL of streaming: plans, and what was heard and not paid yet. */
import { sql } from 'kysely'
import type { StreamProblem } from '#contract/listening/foreign/streaming.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type PlanRow = {
  user_id: string
  msat_per_minute: bigint
  msat_per_month: bigint
  item_id: string | null
  position_ms: bigint
  counted_until: Date
  problem: StreamProblem | null
}
export type Heard = { itemId: string; seconds: number; ms: number }
export type SlotRow = { user_id: string; feed_id: string; slot: number; heard: Heard[] }

const PLAN = sql`user_id, msat_per_minute, msat_per_month, item_id, position_ms, counted_until, problem`

export async function findPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`SELECT ${PLAN} FROM stream_plan WHERE user_id = ${userId}`.execute(tx)
  return rows[0]
}

export async function lockPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`SELECT ${PLAN} FROM stream_plan WHERE user_id = ${userId} FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function upsertPlan(
  tx: Tx,
  plan: { userId: string; msatPerMinute: bigint; msatPerMonth: bigint; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO stream_plan (user_id, msat_per_minute, msat_per_month, counted_until)
    VALUES (${plan.userId}, ${plan.msatPerMinute}, ${plan.msatPerMonth}, ${plan.now})
    ON CONFLICT (user_id) DO UPDATE SET msat_per_minute = excluded.msat_per_minute,
      msat_per_month = excluded.msat_per_month, problem = NULL`.execute(tx)
}

/** Ends the plan. What has not been paid yet is not paid. */
export async function deleteStreaming(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM stream_plan WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM stream_slot WHERE user_id = ${userId}`.execute(tx)
}

export async function recordReport(
  tx: Tx,
  userId: string,
  { itemId, positionMs, countedUntil }: { itemId: string; positionMs: number; countedUntil: Date },
): Promise<void> {
  await sql`
    UPDATE stream_plan SET item_id = ${itemId}, position_ms = ${positionMs}, counted_until = ${countedUntil}
    WHERE user_id = ${userId}`.execute(tx)
}

/** Of the feed of the item. */
export async function addHeard(tx: Tx, userId: string, slot: number, heard: Heard): Promise<void> {
  await sql`
    INSERT INTO stream_slot AS known (user_id, feed_id, slot, heard)
    SELECT ${userId}, feed_id, ${slot}, ${JSON.stringify([heard])} FROM foreign_item WHERE id = ${heard.itemId}
    ON CONFLICT (user_id, feed_id, slot) DO UPDATE SET heard = known.heard || excluded.heard`.execute(tx)
}

/** Leases the oldest slot that is over. */
export async function claimSlot(
  tx: Tx,
  { before, now, until }: { before: number; now: Date; until: Date },
): Promise<SlotRow | undefined> {
  const { rows } = await sql<SlotRow>`
    UPDATE stream_slot SET leased_until = ${until} WHERE (user_id, feed_id, slot) = (
      SELECT user_id, feed_id, slot FROM stream_slot
      WHERE slot < ${before} AND coalesce(leased_until <= ${now}, true) ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING user_id, feed_id, slot, heard`.execute(tx)
  return rows[0]
}

/** Ends a slot that was paid or cannot be paid. True when the problem is new. */
export async function endSlot(
  tx: Tx,
  { user_id: userId, feed_id: feedId, slot }: SlotRow,
  problem: StreamProblem | null,
): Promise<boolean> {
  await sql`DELETE FROM stream_slot WHERE user_id = ${userId} AND feed_id = ${feedId} AND slot = ${slot}`.execute(tx)
  const { rows } = await sql`
    UPDATE stream_plan SET problem = ${problem}
    WHERE user_id = ${userId} AND problem IS DISTINCT FROM ${problem} RETURNING user_id`.execute(tx)
  return rows.length > 0 && problem !== null
}

export async function exportStreaming(tx: Tx, userId: string): Promise<PlanRow[]> {
  const plan = await findPlan(tx, userId)
  return plan === undefined ? [] : [plan]
}
