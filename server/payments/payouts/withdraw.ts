/** Withdrawals: all checks, and the reservation of the money, before the node is called. Sending is in payout.ts;
 * parsing the destination is in destination.ts. */
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { type Deed, requireGrant } from '#server/accounts/grants.ts'
import { mustBeFreeToWithdraw } from '#server/accounts/people.ts'
import { mustBeWhereMoneyMoves } from '#server/accounts/region.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { mustBeAdmin, mustBeUser, type Who } from '#server/platform/http/who.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { readDestination, refuse, type DestinationRequest } from './destination.ts'
import { type Alongside, type InsideTerms, payOwnAddress, payOwnInvoice } from './internal-transfer.ts'
import { readInternalPayment } from './internal-transfer-queries.ts'
import { findZapPaidInside } from '#server/payments/invoices/queries.ts'
import { sendPayout } from './payout.ts'
import { readPayout } from './queries.ts'
import { holdPayout, type OutsideInvoice } from './reserve.ts'
import { requireProofBefore, requireProofToLeave } from '#server/payments/step-up.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { publicPayoutState } from '#server/payments/state.ts'
import { requireBelowLimits } from './withdrawal-limits.ts'
import { readZap } from '#server/payments/zaps/queries.ts'

const WITHDRAWALS_PER_MINUTE = { max: 30, windowSeconds: 60 }

export type WithdrawRequest = DestinationRequest & {
  msatMaxFee?: bigint | undefined
  description?: string | null | undefined
}

export type WithdrawAnswer = { paymentId: string; state: 'pending' | 'settled' | 'failed'; feeReserveMsat: bigint }

/** Requires a signed-in user. Pays from their own balance. */
export async function withdraw(
  deps: PaymentDeps,
  who: Who,
  operationId: string,
  request: WithdrawRequest,
): Promise<WithdrawAnswer> {
  mustBeUser(who)
  const { database, clock, limits } = deps
  await countUse(database.read, `withdraw:${who.userId}`, WITHDRAWALS_PER_MINUTE, clock.now())
  return payFromBalance(deps, who.userId, operationId, request, {
    mayPay: () => mustBeWhereMoneyMoves(database.read, limits, who),
    mayTake: (costMsat) =>
      requireProofBefore(deps, database.read, who, { deed: deedOf('withdraw', request), costMsat }),
    alongside: (tx) => requireProofToLeave(deps, tx, who, deedOf('withdraw', request)),
  })
}

/** The action that a proof covers: this invoice, or this amount to this address. Expects a request that has been
 * validated. */
function deedOf(action: 'withdraw' | 'platform-fee', request: DestinationRequest): Deed {
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
  alongside: Alongside
} & InsideTerms

/** For callers that have authenticated the user and applied their own rate limit. Repeating an operation returns the
 * first result. */
export async function payFromBalance(
  deps: PaymentDeps,
  userId: string,
  operationId: string,
  request: WithdrawRequest,
  { mayPay, mayTake, alongside }: PaymentTerms,
): Promise<WithdrawAnswer> {
  const { database, signals } = deps
  const earlier = await readEarlier(database.read, operationId)
  if (earlier !== null) return earlier
  await mayPay()
  await mustBeFreeToWithdraw(database.read, userId)
  const destination = await readDestination(deps, request)
  if (destination.to === 'own-invoice') {
    return payOwnInvoice(deps, userId, operationId, destination, { alongside, ...(mayTake && { mayTake }) })
  }
  if (destination.to === 'own-address') return payOwnAddress(deps, userId, operationId, destination, alongside)
  const { invoice } = destination
  const feeReserveMsat = chooseReserve(deps, invoice.amountMsat, request.msatMaxFee)
  await database.transaction((tx) =>
    holdWithdrawal(deps, tx, { payoutId: operationId, userId, invoice, request, feeReserveMsat, alongside }),
  )
  return send(deps, operationId, feeReserveMsat, () => signals.wake(signalOf.user(userId)))
}

/** Requires an admin with a grant. Pays from the platform's fees, by the same steps as any withdrawal. */
export async function withdrawPlatformFee(
  deps: PaymentDeps,
  who: Who,
  operationId: string,
  request: DestinationRequest,
): Promise<WithdrawAnswer> {
  mustBeAdmin(who)
  const { database, clock } = deps
  const earlier = await readEarlier(database.read, operationId)
  if (earlier !== null) return earlier
  const destination = await readDestination(deps, request)
  if (destination.to !== 'outside') refuse('invoice-own-node')
  const { invoice } = destination
  const feeReserveMsat = chooseReserve(deps, invoice.amountMsat, undefined)
  const reservation = { payoutId: operationId, userId: who.userId, invoice, feeReserveMsat }
  await database.transaction(async (tx) => {
    const isNew = await holdPayout(deps, tx, { ...reservation, purpose: 'platform-fee' })
    if (isNew) await requireGrant(tx, who, deedOf('platform-fee', request), clock.now())
  })
  deps.log.warn('platform-fee-withdrawn', { payoutId: operationId, userId: who.userId, amountMsat: invoice.amountMsat })
  return send(deps, operationId, feeReserveMsat, () => undefined)
}

/** Not awaited: the response is sent immediately, and the reconciler takes over if this process dies. */
function send(deps: PaymentDeps, payoutId: string, feeReserveMsat: bigint, tell: () => void): WithdrawAnswer {
  deps.failpoint('withdraw:held')
  tell()
  void sendPayout(deps, payoutId).catch((error: unknown) => deps.log.error('payout-send-failed', { error }))
  return { paymentId: payoutId, state: 'pending', feeReserveMsat }
}

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
  invoice: OutsideInvoice
  request: Pick<WithdrawRequest, 'description'>
  feeReserveMsat: bigint
  alongside: Alongside
}

/** Reserves the money within all limits, or throws. Repeating a payout does nothing. */
export async function holdWithdrawal(deps: PaymentDeps, tx: Tx, reservation: Reservation): Promise<void> {
  const { payoutId, userId, invoice, request, feeReserveMsat } = reservation
  const { description = null } = request
  const isNew = await holdPayout(deps, tx, {
    payoutId,
    purpose: 'withdraw',
    userId,
    invoice,
    feeReserveMsat,
    description,
  })
  if (!isNew) return
  // From here on this account is locked, so that the second of two concurrent withdrawals sees the first.
  await mustBeFreeToWithdraw(tx, userId)
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
  await reservation.alongside(tx, invoice.amountMsat + feeReserveMsat)
}

async function readEarlier(tx: Tx, operationId: string): Promise<WithdrawAnswer | null> {
  const payout = await readPayout(tx, operationId)
  if (payout !== undefined) {
    const { id, state, fee_reserve_msat: feeReserveMsat } = payout
    return { paymentId: id, state: publicPayoutState(state), feeReserveMsat }
  }
  const inside =
    (await readInternalPayment(tx, operationId)) ??
    (await findZapPaidInside(tx, operationId)) ??
    (await readZap(tx, operationId))
  return inside === undefined ? null : { paymentId: inside.id, state: 'settled', feeReserveMsat: 0n }
}
