/** What the end of a payout means for the kept shares that it pays: they were paid, or wait again. The line of its routing
 * follows. Making such payouts is boosts/kept.ts. */
import { lockBalance } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { endKept, payWaitingOf } from '#server/payments/kept/queries.ts'
import { changeBoostLine } from '#server/payments/statements/boost-line.ts'
import type { PayoutRow } from './queries.ts'
import type { Change } from './withdrawal-line.ts'

/** The pause before shares are paid again that could not be paid. */
export const KEPT_RETRY_MS = 3_600_000

type Costing = Pick<PayoutRow, 'user_id' | 'boost_id' | 'address'>

/** Adds to the line of the routing. */
export function changeRoutingLine(tx: Tx, payout: Costing, costMsat: bigint, at: Date): Promise<void> {
  const line = { id: payout.boost_id!, userId: payout.user_id, title: payout.address, note: 'boost-routing' } as const
  return changeBoostLine(tx, line, { amountMsat: costMsat, changeMsat: -costMsat }, at)
}

/** Their account is locked before any balance. Does nothing for other payouts. */
export async function lockKept(tx: Tx, { purpose, user_id: userId }: PayoutRow): Promise<void> {
  if (purpose === 'boost') await lockBalance(tx, { kind: 'boost', id: userId })
}

/** The payout arrived after it had failed: its shares that still wait are paid by it. Returns their sum. */
export async function payStillKept(tx: Tx, payout: PayoutRow): Promise<bigint> {
  await lockKept(tx, payout)
  return payout.purpose === 'boost' ? payWaitingOf(tx, payout.id) : 0n
}

/** Runs in the transaction that ends the payout and has moved its money. */
export async function finishKept(tx: Tx, payout: PayoutRow, change: Change, now: Date): Promise<void> {
  const { id, state, fee_msat: feeMsat, fee_reserve_msat: reserveMsat, failure_reason: failure } = payout
  // Arrived late: the balance bore the fee, and shares that had been paid again.
  if (change.beforeMsat === 0n) return changeRoutingLine(tx, payout, -change.changeMsat, now)
  const isPaid = state === 'settled'
  // It was never sent. That says nothing about the address.
  const pauseMs = isPaid || failure === 'expired' ? 0 : KEPT_RETRY_MS
  const nextTryAt = new Date(now.getTime() + pauseMs)
  await endKept(tx, id, { kept: isPaid ? 'paid' : 'waiting', nextTryAt, failure: isPaid ? null : failure })
  const costMsat = !isPaid || feeMsat === null ? 0n : feeMsat < reserveMsat ? feeMsat : reserveMsat
  await changeRoutingLine(tx, payout, costMsat - reserveMsat, now)
}
