/** The money that a withdrawal takes from a balance: its amount and the largest fee. */
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { refuse } from './destination.ts'
import { reservePayout, type ExternalInvoice, type InSameTx } from './reserve.ts'
import { requireBelowLimits } from './withdrawal-limits.ts'

/** The reserved fee is the limit given to the node: it never pays more, and what is unused is returned. */
export function chooseReserve(deps: PaymentDeps, amountMsat: bigint, maxFeeMsat: bigint | undefined): bigint {
  const { limits, node } = deps
  const share = (amountMsat * BigInt(limits.reservePpm) + 999_999n) / 1_000_000n
  const reserveMsat = [limits.reserveMinMsat, share, node.minimumFeeMsat(amountMsat)].reduce((a, b) => (a > b ? a : b))
  if (maxFeeMsat === undefined) return reserveMsat
  if (node.capabilities.feeLimit !== 'exact' || maxFeeMsat > reserveMsat) refuse('fee-limit-too-high')
  return maxFeeMsat
}

type Reservation = {
  payoutId: string
  userId: string
  invoice: ExternalInvoice
  request: { description?: string | null | undefined }
  feeReserveMsat: bigint
  inSameTx: InSameTx
}

/** Reserves the money within all limits, or throws. Repeating a payout does nothing. */
export async function reserveWithdrawal(deps: PaymentDeps, tx: Tx, reservation: Reservation): Promise<void> {
  const { payoutId, userId, invoice, request, feeReserveMsat } = reservation
  const { description = null } = request
  const isNew = await reservePayout(deps, tx, {
    payoutId,
    purpose: 'withdraw',
    userId,
    invoice,
    feeReserveMsat,
    description,
  })
  if (!isNew) return
  // From here on this account is locked, so that the second of two concurrent withdrawals sees the first.
  await requireWithdrawalsAllowed(tx, userId)
  const now = deps.clock.now()
  await requireBelowLimits(deps, tx, userId, now)
  await insertLines(tx, [
    {
      id: newId(now.getTime()),
      user_id: userId,
      type: 'Withdraw',
      payment_id: payoutId,
      amount_msat: invoice.amountMsat,
      change_msat: -(invoice.amountMsat + feeReserveMsat),
      created_at: now,
    },
  ])
  await reservation.inSameTx(tx, invoice.amountMsat + feeReserveMsat)
}
