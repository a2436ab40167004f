/** Boosts that are paid while something is heard, within the budget that their user has set. When and for what is in
 * foreign/pay-streams.ts. */
import type { PaymentDeps } from '#server/payments/deps.ts'
import { type BoostOrder, payLegs, recordBoost } from './boost.ts'
import { readBoostRow, selectLegs, sumStreamed } from './queries.ts'

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
