/** The money that a withdrawal takes from a balance: its amount and the largest fee. */
import { shareMsat } from '#contract/split.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { reservePayout, type ExternalInvoice, type InSameTx } from './reserve.ts'
import { requireBelowLimits } from './withdrawal-limits.ts'
import { insertHeldLine } from './withdrawal-line.ts'

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
