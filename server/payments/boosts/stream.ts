/** Boosts that are paid while something is heard, within the budget that their user has set. When and for what is in
 * foreign/streaming.ts. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type { getStreaming } from '#contract/listening/foreign/streaming.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { type BoostOrder, payLegs, recordBoost } from './boost.ts'
import { readBoostRow, selectLegs } from './queries.ts'

const LISTED_MAX = 20

/** Paying this would exceed the budget of the month. Nothing was taken. */
export class StreamBudgetUsed extends Error {
  override name = 'StreamBudgetUsed'
}

/** Repeated under the same id, it continues where it was interrupted. The budget was set with a proof, so no other is needed. */
export async function streamBoost(
  deps: PaymentDeps,
  userId: string,
  boostId: string,
  order: BoostOrder,
  budgetMsat: bigint,
): Promise<void> {
  const { read } = deps.database
  if ((await readBoostRow(read, boostId)) === undefined) {
    await recordBoost(deps, userId, boostId, { ...order, isStream: true }, async (tx, { costMsat }) => {
      if ((await sumStreamed(tx, userId, deps.clock.now())) + costMsat > budgetMsat) throw new StreamBudgetUsed()
      return true
    })
    deps.failpoint('boost:recorded')
  }
  const boost = await readBoostRow(read, boostId)
  const legs = await selectLegs(read, boostId)
  const unpaid = legs.filter(({ kept, failure }) => kept === null && failure === null)
  await payLegs(deps, { userId, grant: null }, boost!, unpaid)
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
    ORDER BY created_at DESC, id DESC LIMIT ${LISTED_MAX}`.execute(tx)
  return rows
}
