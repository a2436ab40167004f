/** The money that a withdrawal takes from a balance: its amount and the largest fee. */
import { shareMsat } from '#contract/split.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { changeBoostLine } from '#server/payments/statements/boost-line.ts'
import { changeLine, insertLines } from '#server/payments/statements/queries.ts'
import type { NewPayout, PayoutRow } from './queries.ts'
import { changeOfHeld, reservePayout, type ExternalInvoice, type InSameTx } from './reserve.ts'
import { requireBelowLimits } from './withdrawal-limits.ts'

/** The reserved fee is the limit given to the node: it never pays more, and what is unused is returned. */
export function chooseReserve(deps: PaymentDeps, amountMsat: bigint, maxFeeMsat: bigint | undefined): bigint {
  const { limits, node } = deps
  const share = shareMsat(amountMsat, limits.reservePpm)
  const reserveMsat = [limits.reserveMinMsat, share, node.minimumFeeMsat(amountMsat)].reduce((a, b) => (a > b ? a : b))
  if (maxFeeMsat === undefined) return reserveMsat
  if (node.capabilities.feeLimit !== 'exact' || maxFeeMsat > reserveMsat) throw new AppError(422, 'fee-limit-too-high')
  return maxFeeMsat
}

type Reservation = {
  payoutId: string
  userId: string
  invoice: ExternalInvoice
  request: { description?: string | null | undefined }
  /** The boost that it is a part of. Its title is the description. */
  boostId?: string | undefined
  feeReserveMsat: bigint
  inSameTx: InSameTx
}

/** Reserves the money within all limits, or throws. Repeating a payout does nothing. */
export async function reserveWithdrawal(deps: PaymentDeps, tx: Tx, reservation: Reservation): Promise<void> {
  const { payoutId, userId, invoice, request, feeReserveMsat, boostId } = reservation
  const { description = null } = request
  const isNew = await reservePayout(deps, tx, {
    payoutId,
    purpose: 'withdraw',
    userId,
    invoice,
    feeReserveMsat,
    description,
    ...(boostId !== undefined && { boostId }),
  })
  if (!isNew) return
  // From here on this account is locked, so that the second of two concurrent withdrawals sees the first.
  await requireWithdrawalsAllowed(tx, userId)
  const now = deps.clock.now()
  await requireBelowLimits(deps, tx, userId, now)
  await insertHeldLine(tx, {
    id: payoutId,
    user_id: userId,
    amount_msat: invoice.amountMsat,
    fee_reserve_msat: feeReserveMsat,
    boost_id: boostId ?? null,
    description,
    created_at: now,
  })
  await reservation.inSameTx(tx, invoice.amountMsat + feeReserveMsat)
}

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
