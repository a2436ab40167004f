/** Withdrawals to a BOLT 11 invoice: everything that is checked, and the money held, before the node is called.
 * What follows is payout.ts. */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { decodeInvoice, InvalidInvoice, type DecodedInvoice } from '#protocols/lightning/bolt11.ts'
import { mustBeFreeToWithdraw, readPerson } from '#server/accounts/people.ts'
import { post } from '#server/ledger/transfer.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { countUse } from '#server/platform/rate-limit.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import { sendPayout } from './payout.ts'
import { insertPayout, isHashTried, isOwnInvoice, readPayout, readWithdrawalUse, type PayoutRow } from './queries.ts'
import { insertLines } from './zap-queries.ts'
import { publicPayoutState } from './state.ts'
import { mustBeWithinLimits } from './terms.ts'

const WITHDRAWALS_PER_MINUTE = { max: 30, windowSeconds: 60 }
/** Less left than this, and the invoice would run out on the way. */
const EXPIRY_MARGIN_MS = 10_000
/** A request handler sends at once; if its process dies first, the reconciler sends after this. */
const SEND_DELAY_MS = 2_000
const YOUNG_MS = 24 * 3_600_000

export type WithdrawRequest = {
  invoice: string
  msatMaxFee?: bigint | undefined
  description?: string | null | undefined
}

export type WithdrawAnswer = { paymentId: string; state: 'pending' | 'settled' | 'failed'; feeReserveMsat: bigint }

export async function withdraw(
  deps: PaymentDeps,
  who: Who,
  operationId: string,
  request: WithdrawRequest,
): Promise<WithdrawAnswer> {
  mustBeUser(who)
  const { database, clock, signals, failpoint } = deps
  await countUse(database.read, `withdraw:${who.userId}`, WITHDRAWALS_PER_MINUTE, clock.now())
  const earlier = await readPayout(database.read, operationId)
  if (earlier !== undefined) return answerOf(earlier)
  const invoice = readInvoiceToPay(deps, request.invoice)
  const feeReserveMsat = chooseReserve(deps, invoice.amountMsat, request.msatMaxFee)
  await database.transaction((tx) =>
    reserve(deps, tx, { payoutId: operationId, userId: who.userId, invoice, request, feeReserveMsat }),
  )
  failpoint('withdraw:held')
  signals.wake(signalOf.user(who.userId))
  // Not awaited: the answer goes out at once, and the reconciler takes over if this process dies.
  void sendPayout(deps, operationId).catch((error: unknown) => deps.log.error('payout-send-failed', { error }))
  return { paymentId: operationId, state: 'pending', feeReserveMsat }
}

type Payable = { bolt11: string; paymentHash: string; amountMsat: bigint; expiresAt: Date; payee: string }

function readInvoiceToPay(deps: PaymentDeps, text: string): Payable {
  const bolt11 = text.trim().replace(/^lightning:/i, '')
  let decoded: DecodedInvoice
  try {
    decoded = decodeInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvalidInvoice) throw new AppError(422, 'invoice-invalid', errorCodes['invoice-invalid'])
    throw error
  }
  if (decoded.network !== deps.network) refuse('invoice-wrong-network')
  if (decoded.expiresAt.getTime() - EXPIRY_MARGIN_MS <= deps.clock.now().getTime()) refuse('invoice-expired')
  if (decoded.amountMsat === null) refuse('invoice-without-amount')
  if (decoded.unpayable !== null) refuse('invoice-invalid')
  if (decoded.payee === deps.nodePubkey) refuse('invoice-own-node')
  mustBeWithinLimits(deps, decoded.amountMsat)
  return {
    bolt11: bolt11.toLowerCase(),
    paymentHash: decoded.paymentHash,
    amountMsat: decoded.amountMsat,
    expiresAt: decoded.expiresAt,
    payee: decoded.payee,
  }
}

function refuse(code: ErrorCode, status = 422): never {
  throw new AppError(status, code, errorCodes[code])
}

/** The fee that is held is the cap the node is given: never more is paid, and what is not used comes back. */
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
  invoice: Payable
  request: WithdrawRequest
  feeReserveMsat: bigint
}

async function reserve(deps: PaymentDeps, tx: Tx, reservation: Reservation): Promise<void> {
  const { payoutId, userId, invoice, request, feeReserveMsat } = reservation
  const now = deps.clock.now()
  if (await isOwnInvoice(tx, invoice.paymentHash)) refuse('invoice-own-node')
  if (await isHashTried(tx, invoice.paymentHash, payoutId)) refuse('invoice-already-tried', 409)
  const heldMsat = invoice.amountMsat + feeReserveMsat
  const { isNew: isFirst } = await post(tx, {
    idem: `reserve:${payoutId}`,
    kind: 'withdraw-reserve',
    legs: [
      { account: { kind: 'user', userId }, amountMsat: -heldMsat },
      { account: 'inflight', amountMsat: heldMsat },
    ],
    ref: { type: 'payout', id: payoutId },
    occurredAt: now,
  })
  // The same operation, repeated while its first run was still under way.
  if (!isFirst) return
  // From here this account is locked, so that of two withdrawals at once the second sees the first.
  await mustBeFreeToWithdraw(tx, userId)
  await mustBeBelowLimits(deps, tx, userId, invoice.amountMsat, now)
  const isNew = await insertPayout(tx, {
    id: payoutId,
    user_id: userId,
    state: 'reserved',
    bolt11: invoice.bolt11,
    payment_hash: invoice.paymentHash,
    amount_msat: invoice.amountMsat,
    fee_reserve_msat: feeReserveMsat,
    description: request.description || null,
    node_pubkey: deps.nodePubkey,
    expires_at: invoice.expiresAt,
    next_check_at: new Date(now.getTime() + SEND_DELAY_MS),
    created_at: now,
  })
  if (!isNew) refuse('invoice-already-tried', 409)
  await insertLines(tx, [
    {
      id: newId(),
      user_id: userId,
      type: 'Withdraw',
      payment_id: payoutId,
      amount_msat: invoice.amountMsat,
      created_at: now,
    },
  ])
}

async function mustBeBelowLimits(deps: PaymentDeps, tx: Tx, userId: string, amountMsat: bigint, now: Date) {
  const { limits } = deps
  const use = await readWithdrawalUse(tx, userId, now)
  const person = await readPerson(tx, userId)
  const isYoung = person === null || now.getTime() - person.createdAt.getTime() < YOUNG_MS
  const limitMsat = isYoung ? limits.youngWithdrawalMsat : limits.dailyWithdrawalMsat
  if (use.lastDayMsat + amountMsat > limitMsat) {
    const why = isYoung ? 'in the first 24 hours of an account' : 'in 24 hours'
    throw new AppError(422, 'withdrawal-limit', `At most ${limitMsat / 1000n} sats can be withdrawn ${why}.`)
  }
  if (use.failedLastHour >= limits.failedWithdrawalsPerHour) {
    throw new AppError(429, 'withdrawal-limit', 'Too many withdrawals have failed in the last hour.', 600)
  }
}

function answerOf(payout: PayoutRow): WithdrawAnswer {
  return {
    paymentId: payout.id,
    state: publicPayoutState(payout.state),
    feeReserveMsat: payout.fee_reserve_msat,
  }
}
