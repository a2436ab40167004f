/** Withdrawals: all checks, and the reservation of the money, before the node is called. Sending is in payout.ts;
 * parsing the destination is in destination.ts. */
import { withdrawPlatformFee as withdrawPlatformFeeCall } from '#contract/operator/admin.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { type Operation, requireGrant } from '#server/accounts/grants.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { requireMoneyRegion } from '#server/accounts/region.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { readDestination, refuse, type DestinationRequest } from './destination.ts'
import { type InternalTransferTerms, payOwnAddress, payOwnInvoice } from './internal-transfer.ts'
import { readInternalPayment } from './internal-transfer-queries.ts'
import { findZapPaidInternally } from '#server/payments/invoices/queries.ts'
import { inBackground } from './in-background.ts'
import { sendPayout } from './payout.ts'
import { readPayout } from './queries.ts'
import { reservePayout, type InSameTx } from './reserve.ts'
import { requireProofBefore, requireProofToLeave } from '#server/payments/step-up.ts'
import { publicPayoutState } from '#server/payments/state.ts'
import { chooseReserve, reserveWithdrawal } from './withdrawal-reserve.ts'
import { readZap } from '#server/payments/zaps/queries.ts'

const WITHDRAWALS_PER_MINUTE = { max: 30, windowSeconds: 60 }

export type WithdrawRequest = DestinationRequest & {
  msatMaxFee?: bigint | undefined
  description?: string | null | undefined
}

export type WithdrawResult = { paymentId: string; state: 'pending' | 'settled' | 'failed'; feeReserveMsat: bigint }

/** Requires a signed-in user. Pays from their own balance. */
export async function withdraw(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  request: WithdrawRequest,
): Promise<WithdrawResult> {
  requireUser(caller)
  const { database, clock, limits } = deps
  await countUse(database.read, `withdraw:${caller.userId}`, WITHDRAWALS_PER_MINUTE, clock.now())
  return payFromBalance(deps, caller.userId, operationId, request, {
    mayPay: () => requireMoneyRegion(database.read, limits, caller),
    mayTake: (costMsat) =>
      requireProofBefore(deps, database.read, caller, { operation: operationOf('withdraw', request), costMsat }),
    inSameTx: (tx) => requireProofToLeave(deps, tx, caller, operationOf('withdraw', request)),
  })
}

/** The action that a proof covers: this invoice, or this amount to this address. Expects a request that has been
 * validated. */
function operationOf(action: 'withdraw' | 'platform-fee', request: DestinationRequest): Operation {
  const { invoice, lightningAddress = '', msatAmount = null } = request
  if (invoice === undefined) {
    const address = lightningAddress.trim().toLowerCase()
    return { action, amountMsat: msatAmount, destination: address, label: address }
  }
  const { paymentHash, amountMsat, description = null } = decodeInvoice(invoice.trim().replace(/^lightning:/i, ''))
  return {
    action,
    amountMsat,
    destination: paymentHash,
    label: description?.replaceAll('\0', '').toWellFormed() || null,
  }
}

export type PaymentTerms = {
  /** Throws before any other server is requested. */
  mayPay(): Promise<void>
  /** Runs in the transaction that takes the money. Throwing rolls it back. */
  inSameTx: InSameTx
  /** The payment is a part of this boost, whose line it is on. Its title is the description of the request. */
  boostId?: string
} & InternalTransferTerms

/** For callers that have authenticated the user and applied their own rate limit. Repeating an operation returns the
 * first result. */
export async function payFromBalance(
  deps: PaymentDeps,
  userId: string,
  operationId: string,
  request: WithdrawRequest,
  { mayPay, mayTake, inSameTx, boostId }: PaymentTerms,
): Promise<WithdrawResult> {
  const { database, signals } = deps
  const earlier = await readWithdrawal(database.read, operationId)
  if (earlier !== null) return earlier
  await mayPay()
  await requireWithdrawalsAllowed(database.read, userId)
  const destination = await readDestination(deps, request)
  if (destination.to === 'own-invoice') {
    // An address of another server that returns an invoice of this node, which may be for anything.
    if (boostId !== undefined) refuse('invoice-own-node')
    return payOwnInvoice(deps, userId, operationId, destination, { inSameTx, ...(mayTake && { mayTake }) })
  }
  if (destination.to === 'own-address') {
    const boost = boostId === undefined ? undefined : { id: boostId, userId, title: request.description ?? null }
    return payOwnAddress(deps, userId, operationId, destination, { inSameTx, boost })
  }
  const { invoice } = destination
  const feeReserveMsat = chooseReserve(deps, invoice.amountMsat, request.msatMaxFee)
  await database.transaction((tx) =>
    reserveWithdrawal(deps, tx, { payoutId: operationId, userId, invoice, request, feeReserveMsat, inSameTx, boostId }),
  )
  return send(deps, operationId, feeReserveMsat, () => signals.wake(signalOf.user(userId)))
}

/** An owner, with a grant. Pays from the platform's fees, by the same steps as any withdrawal. */
export async function withdrawPlatformFee(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  request: DestinationRequest,
): Promise<WithdrawResult> {
  requireOperator(caller, withdrawPlatformFeeCall)
  const { database, clock } = deps
  const earlier = await readWithdrawal(database.read, operationId)
  if (earlier !== null) return earlier
  const destination = await readDestination(deps, request)
  if (destination.to !== 'outside') refuse('invoice-own-node')
  const { invoice } = destination
  const feeReserveMsat = chooseReserve(deps, invoice.amountMsat, undefined)
  const reservation = { payoutId: operationId, userId: caller.userId, invoice, feeReserveMsat }
  await database.transaction(async (tx) => {
    const isNew = await reservePayout(deps, tx, { ...reservation, purpose: 'platform-fee' })
    if (isNew) await requireGrant(tx, caller, operationOf('platform-fee', request), clock.now())
  })
  deps.log.warn('platform-fee-withdrawn', {
    payoutId: operationId,
    userId: caller.userId,
    amountMsat: invoice.amountMsat,
  })
  return send(deps, operationId, feeReserveMsat, () => undefined)
}

/** Not awaited: the response is sent immediately, and the reconciler takes over if this process dies. */
function send(deps: PaymentDeps, payoutId: string, feeReserveMsat: bigint, tell: () => void): WithdrawResult {
  deps.failpoint('withdraw:held')
  tell()
  void inBackground(deps, sendPayout(deps, payoutId))
  return { paymentId: payoutId, state: 'pending', feeReserveMsat }
}

/** What became of the payment with this id; null when nothing has been reserved or booked for it. */
export async function readWithdrawal(tx: Tx, operationId: string): Promise<WithdrawResult | null> {
  const payout = await readPayout(tx, operationId)
  if (payout !== undefined) {
    const { id, state, fee_reserve_msat: feeReserveMsat } = payout
    return { paymentId: id, state: publicPayoutState(state), feeReserveMsat }
  }
  const inside =
    (await readInternalPayment(tx, operationId)) ??
    (await findZapPaidInternally(tx, operationId)) ??
    (await readZap(tx, operationId))
  return inside === undefined ? null : { paymentId: inside.id, state: 'settled', feeReserveMsat: 0n }
}
