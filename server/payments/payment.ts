/** One payment with its exact arithmetic, for the users it involves: payer, recipients, depositor, withdrawer.
 * Others get a 404. Lists of payments: history.ts. */
import type { Data } from '#contract/endpoint.ts'
import type { getPayment } from '#contract/payments/payments.ts'
import { senderOfZap } from '#protocols/nostr/zap.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { findVersionAt } from '#server/catalog/splits/offers.ts'
import { readPartnerNames } from '#server/catalog/splits/outside-queries.ts'
import { readPayable } from '#server/catalog/splits/payable.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from './deps.ts'
import { readBookedFor } from './audit/difference-queries.ts'
import { isGift } from './gifts/gift-queries.ts'
import { readBatch } from './payouts/forward-queries.ts'
import { findInternalPaymentByHash, readInternalPayment } from './payouts/internal-transfer-queries.ts'
import { findInvoiceByHash, readInvoice, type InvoiceRow } from './invoices/queries.ts'
import { readOrigin } from './zaps/origin-queries.ts'
import { parsePayerData } from './addresses/payer-data.ts'
import { calledBy, nothing, outcomeOf, type Payment } from './payment-parts.ts'
import { listAttempts, readPayout } from './payouts/queries.ts'
import { changeSoFar } from './payouts/reserve.ts'
import { hasLine, readLineChange, readOrderLine, readPayoutsOfBoost, type LineType } from './statements/queries.ts'
import { selectPurchase } from './purchases/queries.ts'
import { payoutDetail, publicInvoiceState, publicPayoutState } from './state.ts'
import { readLegs, readZap, type ZapRow } from './zaps/queries.ts'

/** `type` is the type of the caller's statement line; without it, the first match is returned. */
export async function readPayment(
  deps: PaymentDeps,
  caller: Caller,
  paymentId: string,
  type?: LineType,
): Promise<Data<typeof getPayment>> {
  requireUser(caller)
  const tx = deps.database.read
  const { userId } = caller
  const found =
    (await describePayout(tx, userId, paymentId)) ??
    (await describeForward(tx, userId, paymentId)) ??
    (await describeZap(deps, tx, userId, paymentId, type)) ??
    (await describeReceipt(deps, tx, userId, paymentId)) ??
    (await describeInside(tx, userId, paymentId)) ??
    (await describeOrder(tx, userId, paymentId, type)) ??
    (await describeBooking(tx, userId, paymentId))
  if (found === null || (type !== undefined && found.type !== type)) throw notFound()
  return found
}

async function describePayout(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const payout = await readPayout(tx, paymentId)
  if (payout === undefined || payout.user_id !== userId) return null
  if (payout.purpose === 'forward' || payout.purpose === 'outside' || payout.purpose === 'boost') return null
  return {
    ...nothing,
    ...outcomeOf(payout),
    paymentId,
    type: payout.boost_id !== null ? 'Zap Sent' : payout.purpose === 'withdraw' ? 'Withdraw' : 'Platform Fee',
    msatAmount: payout.amount_msat,
    // The part of a boost has no line of its own.
    msatChange: payout.boost_id ? changeSoFar(payout) : await readLineChange(tx, userId, 'Withdraw', paymentId),
    comment: payout.description,
    counterparty: payout.address,
    paidBy: payout.keysend === null ? null : 'keysend',
    paymentHash: payout.payment_hash,
    preimage: payout.preimage,
    createdAt: payout.created_at,
  }
}

async function describeForward(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const batch = await readBatch(tx, paymentId)
  if (batch === undefined || batch.user_id !== userId) return null
  const attempts = await listAttempts(tx, paymentId)
  const isOpen = batch.state === 'waiting' || batch.state === 'sending'
  const [newest] = attempts
  return {
    ...nothing,
    paymentId,
    type: 'Autoforward',
    state: isOpen ? 'pending' : batch.state === 'settled' ? 'settled' : 'failed',
    detail: newest === undefined || !isOpen ? null : payoutDetail(newest.state),
    failureReason: batch.last_error,
    msatAmount: batch.amount_msat,
    msatChange: await readLineChange(tx, userId, 'Autoforward', paymentId),
    feeMsat: batch.fee_msat,
    counterparty: batch.address,
    paymentHash: newest?.payment_hash ?? null,
    preimage: newest?.preimage ?? null,
    createdAt: batch.created_at,
    finishedAt: batch.finished_at,
    attempts: attempts.map((attempt) => ({
      createdAt: attempt.created_at,
      state: publicPayoutState(attempt.state),
      detail: payoutDetail(attempt.state),
      failureReason: attempt.failure_reason,
      msatAmount: attempt.amount_msat,
      feeMsat: attempt.fee_msat,
    })),
  }
}

async function describeZap(
  deps: PaymentDeps,
  tx: Tx,
  userId: string,
  paymentId: string,
  type: LineType | undefined,
): Promise<Payment | null> {
  const zap = await readZap(tx, paymentId)
  if (zap === undefined) return null
  const legs = await readLegs(tx, paymentId)
  const isPayer = zap.payer_id === userId
  const mine = legs.filter((leg) => leg.user_id === userId)
  if (!isPayer && mine.length === 0) return null
  const payerId = zap.is_nameless && !isPayer ? null : zap.payer_id
  const users = [...legs.flatMap((leg) => leg.user_id ?? []), ...(payerId === null ? [] : [payerId])]
  const names = await readPartnerNames(tx, [...new Set(users)])
  const invoice = await readInvoice(tx, paymentId)
  // A user who zaps their own content sees both sides, each as its own line.
  const shown: LineType = type === 'Earnings' || !isPayer ? 'Earnings' : 'Zap Sent'
  if (shown === 'Earnings' && mine.length === 0) return null
  return {
    ...nothing,
    paymentId,
    type: shown,
    state: 'settled',
    msatAmount: zap.amount_msat,
    msatChange: await readLineChange(tx, userId, shown, paymentId),
    splitMsatAmount: mine.length === 0 ? null : mine.reduce((sum, leg) => sum + leg.amount_msat, 0n),
    contentId: zap.content_id,
    contentType: zap.content_type,
    contentTitle: zap.content_title,
    contentTime: zap.content_time_seconds,
    comment: zap.comment,
    userId: payerId,
    ...calledBy(names, payerId),
    isAnonymous: zap.is_nameless && isPayer,
    note: (await readOrderLine(tx, userId, paymentId, shown))?.note ?? (await saleOf(tx, paymentId, shown)),
    ...(await payerOf(tx, invoice)),
    ...((await isGift(tx, paymentId)) && { paidBy: 'house' as const }),
    createdAt: zap.settled_at,
    finishedAt: zap.settled_at,
    feePpm: zap.terms.feePpm,
    timeSplit: await describeTimeSplit(deps, tx, zap),
    splitVersion: await findVersionAt(tx, userId, {
      contentId: zap.content_id,
      weights: zap.terms.recipients.map(({ weight }) => weight),
      at: invoice?.created_at ?? zap.settled_at,
    }),
    legs: legs.map((leg, index) => ({
      role: leg.role,
      userId: names.get(leg.user_id ?? '')?.isOutside ? null : leg.user_id,
      ...calledBy(names, leg.user_id),
      share: shareOf(zap, index),
      msatAmount: leg.amount_msat,
      ...(leg.consent === 'waiting' && { isWaiting: true }),
    })),
  }
}

const saleOf = async (tx: Tx, paymentId: string, shown: LineType) =>
  shown === 'Earnings' && (await selectPurchase(tx, paymentId)) !== undefined ? ('sale' as const) : null

/** What the payer stated with the invoice. Validated when the invoice was created. */
async function payerOf(
  tx: Tx,
  invoice: InvoiceRow | undefined,
): Promise<Pick<Payment, 'payerName' | 'appName' | 'payerPubkey' | 'paidBy'>> {
  const { payer_data: payerData = null, zap_request: zapRequest = null, keysend = null } = invoice ?? {}
  const origin = invoice === undefined ? null : await readOrigin(tx, invoice.id)
  const payerName = payerData === null ? null : parsePayerData(payerData).name
  return {
    payerName: keysend?.senderName ?? payerName ?? origin?.senderName ?? null,
    appName: origin?.appName ?? null,
    payerPubkey: zapRequest === null ? null : senderOfZap(zapRequest),
    paidBy: wayOf(invoice),
  }
}

/** A zap without an invoice of ours was paid from a balance. */
function wayOf(invoice: InvoiceRow | undefined): Payment['paidBy'] {
  if (invoice === undefined || invoice.paid_inside_as !== null) return 'balance'
  if (invoice.keysend !== null) return 'keysend'
  return invoice.zap_request === null ? 'invoice' : 'nostr'
}

/** The weight of a leg: the content's own recipients come first, then those of the time split. The platform has
 * none. */
function shareOf({ terms }: ZapRow, index: number): number | null {
  const timed = terms.timeSplit?.recipients ?? []
  return (terms.recipients[index] ?? timed[index - terms.recipients.length])?.weight ?? null
}

async function describeTimeSplit({ clock }: PaymentDeps, tx: Tx, { terms }: ZapRow): Promise<Payment['timeSplit']> {
  if (terms.timeSplit === undefined) return null
  const { numerator, denominator, contentId } = terms.timeSplit
  const content = contentId === undefined ? null : await readPayable(tx, contentId, clock.now())
  return {
    shareNumerator: numerator,
    shareDenominator: denominator,
    contentId: contentId ?? null,
    title: content?.title ?? null,
  }
}

/** What an invoice received: a deposit, or a payment to the user's address. */
async function describeReceipt(deps: PaymentDeps, tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const invoice = await readInvoice(tx, paymentId)
  if (invoice === undefined || invoice.owner_id !== userId || invoice.expires_at === null) return null
  const type = invoice.purpose === 'deposit' ? 'Deposit' : 'Zap'
  const state = publicInvoiceState(invoice.state, invoice.expires_at, deps.clock.now())
  const inside =
    invoice.paid_inside_as === null ? undefined : await findInternalPaymentByHash(tx, invoice.payment_hash!)
  const payer = inside === undefined ? undefined : (await readUserSummaries(tx, [inside.payer_id])).get(inside.payer_id)
  return {
    ...nothing,
    paymentId,
    type,
    state: state === 'paid' ? 'settled' : state === 'open' ? 'pending' : 'failed',
    failureReason: state === 'expired' ? 'expired' : null,
    msatAmount: invoice.received_msat ?? invoice.amount_msat,
    msatChange: await readLineChange(tx, userId, type, paymentId),
    comment: invoice.comment,
    userId: inside?.payer_id ?? null,
    name: payer?.username ?? null,
    displayName: payer?.displayName ?? null,
    ...(await payerOf(tx, invoice)),
    paymentHash: invoice.payment_hash,
    createdAt: invoice.created_at,
    finishedAt: invoice.settled_at,
  }
}

async function describeInside(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const payment = await readInternalPayment(tx, paymentId)
  if (payment === undefined || (payment.payer_id !== userId && payment.payee_id !== userId)) return null
  const isPayer = payment.payer_id === userId
  const { payment_hash: paymentHash } = payment
  const names = await readUserSummaries(tx, [payment.payer_id, payment.payee_id])
  const zapSent = { user_id: userId, type: 'Zap Sent', payment_id: paymentId } as const
  // Earlier releases wrote a withdrawal for every payer.
  const type = !isPayer ? 'Zap' : (await hasLine(tx, zapSent)) ? 'Zap Sent' : 'Withdraw'
  const invoice = isPayer && paymentHash !== null ? await findInvoiceByHash(tx, paymentHash) : undefined
  return {
    ...nothing,
    paymentId,
    type,
    state: 'settled',
    msatAmount: payment.amount_msat,
    msatChange: await readLineChange(tx, userId, type, paymentId),
    feeMsat: 0n,
    comment: payment.comment,
    userId: payment.payer_id,
    ...calledBy(names, payment.payer_id),
    counterparty: isPayer ? (payment.address ?? names.get(payment.payee_id)?.username ?? null) : null,
    counterpartyName: isPayer ? calledBy(names, payment.payee_id).displayName : null,
    paymentHash,
    preimage: invoice?.preimage ?? null,
    createdAt: payment.created_at,
    finishedAt: payment.created_at,
  }
}

/** A line of an order: a budget, tickets, files, or what was returned of them. */
async function describeOrder(
  tx: Tx,
  userId: string,
  paymentId: string,
  wanted: LineType | undefined,
): Promise<Payment | null> {
  const line = await readOrderLine(tx, userId, paymentId, wanted)
  if (line === undefined) return null
  const invoice = await readInvoice(tx, paymentId)
  const isBoost = line.note === 'boost' || line.note === 'stream'
  const boost = isBoost || line.note === 'boost-routing' ? await readPayoutsOfBoost(tx, paymentId) : null
  const isOpen = line.pending_msat > 0n || boost?.is_open === true
  return {
    ...nothing,
    paymentId,
    type: line.type,
    state: isOpen ? 'pending' : 'settled',
    feeMsat: isBoost ? (boost?.fee_msat ?? null) : nothing.feeMsat,
    msatAmount: line.amount_msat,
    msatChange: line.change_msat,
    msatPending: line.pending_msat,
    arrivesAt: line.arrives_at,
    note: line.note,
    contentTitle: line.title,
    // Of earnings, only shares that waited are found here: of several payments.
    paidBy: line.type === 'Zap Sent' || line.type === 'Earnings' ? null : wayOf(invoice),
    paymentHash: invoice?.payment_hash ?? null,
    preimage: line.type === 'Zap Sent' ? (invoice?.preimage ?? null) : null,
    createdAt: line.created_at,
    finishedAt: isOpen ? null : line.created_at,
  }
}

/** What an operator has booked on this account (book-difference.ts). */
async function describeBooking(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const booked = await readBookedFor(tx, paymentId, userId)
  if (booked === undefined) return null
  const { type, amountMsat, paymentHash, reason, bookedAt } = booked
  return {
    ...nothing,
    paymentId,
    type,
    state: 'settled',
    msatAmount: amountMsat,
    msatChange: await readLineChange(tx, userId, type, paymentId),
    comment: reason,
    paymentHash,
    createdAt: bookedAt,
    finishedAt: bookedAt,
  }
}
