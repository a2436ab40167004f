/** The line of a withdrawal in the statement, or its part in the line of its boost. */
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { changeBoostLine } from '#server/payments/statements/boost-line.ts'
import { changeLine, insertLines } from '#server/payments/statements/queries.ts'
import type { NewPayout, PayoutRow } from './queries.ts'
import { changeOfHeld } from './reserve.ts'

type Held = Pick<
  NewPayout,
  'id' | 'user_id' | 'amount_msat' | 'fee_reserve_msat' | 'boost_id' | 'description' | 'created_at'
>

/** The line of a withdrawal whose money is reserved, or its part in that of its boost. */
export async function insertHeldLine(tx: Tx, payout: Held): Promise<void> {
  const { user_id: userId, amount_msat: amountMsat, boost_id: boostId, created_at: at } = payout
  const changeMsat = changeOfHeld(payout)
  if (boostId !== null) {
    return changeBoostLine(tx, { id: boostId, userId, title: payout.description }, { amountMsat, changeMsat }, at)
  }
  const line = { id: newId(at.getTime()), user_id: userId, type: 'Withdraw' as const, payment_id: payout.id }
  await insertLines(tx, [{ ...line, amount_msat: amountMsat, change_msat: changeMsat, created_at: at }])
}

/** Of a balance, by one payment, before and after its outcome. */
export type Change = { beforeMsat: bigint; changeMsat: bigint }

/** Updates the line of a withdrawal to what it has done to the balance so far, or its part in that of its boost. */
export async function changeWithdrawalLine(
  tx: Tx,
  payout: PayoutRow,
  { beforeMsat, changeMsat }: Change,
  at: Date,
): Promise<void> {
  const { user_id: userId, boost_id: boostId } = payout
  if (boostId === null) {
    return changeLine(tx, { user_id: userId, type: 'Withdraw', payment_id: payout.id, change_msat: changeMsat })
  }
  // What has been released is no part of the boost; paid late, it is again.
  const parts = (changeMsat === 0n ? 0n : 1n) - (beforeMsat === 0n ? 0n : 1n)
  const grown = { amountMsat: parts * payout.amount_msat, changeMsat: changeMsat - beforeMsat }
  return changeBoostLine(tx, { id: boostId, userId, title: payout.description }, grown, at)
}
