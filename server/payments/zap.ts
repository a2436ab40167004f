/** Zaps: an invoice anybody can pay, a payment from the balance, and the booking that both end in. */
import { errorCodes } from '#contract/errors.ts'
import { mergeLegs, splitPayment, type Leg, type SplitTerms } from '#contract/split.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/outbox.ts'
import { countUse } from '#server/platform/rate-limit.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import { readPerson } from '#server/accounts/people.ts'
import { topics, type PaymentSettled } from '#server/events.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import { requestInvoice } from './invoice.ts'
import { type InvoiceRow } from './queries.ts'
import { insertLines, insertZap, readZap, type LineRow } from './zap-queries.ts'
import { mustBeWithinLimits, readPayableTerms } from './terms.ts'

const INVOICES_PER_MINUTE = { max: 60, windowSeconds: 60 }

export type ZapRequest = {
  contentId: string
  msatAmount: bigint
  comment?: string | null | undefined
  contentTime?: number | null | undefined
}

/** Anybody may ask for an invoice; one address not too often. */
export async function createZapInvoice(
  deps: PaymentDeps,
  who: Who,
  operationId: string,
  request: ZapRequest,
): Promise<InvoiceRow> {
  const { database, clock } = deps
  await countUse(database.read, `invoice:${who.ip}`, INVOICES_PER_MINUTE, clock.now())
  mustBeWithinLimits(deps, request.msatAmount)
  const { content, terms } = await readPayableTerms(deps, database.read, request.contentId)
  return requestInvoice(deps, {
    id: operationId,
    purpose: 'zap',
    ownerId: null,
    amountMsat: request.msatAmount,
    description: `Zap: ${content.title}`,
    zap: {
      contentId: content.contentId,
      contentType: content.contentType,
      contentTitle: content.title,
      terms,
      comment: request.comment || null,
      contentTimeSeconds: request.contentTime ?? null,
    },
  })
}

/** A signed-in person pays from the balance; settled when this returns. */
export async function sendFromBalance(
  deps: PaymentDeps,
  who: Who,
  operationId: string,
  request: ZapRequest,
): Promise<{ paymentId: string; state: 'settled' }> {
  mustBeUser(who)
  mustBeWithinLimits(deps, request.msatAmount)
  const { database, clock, signals, failpoint } = deps
  const answer = { paymentId: operationId, state: 'settled' } as const
  const earners = await database.transaction(async (tx) => {
    // A repeat after a crash finds its own zap, whatever has changed since.
    if ((await readZap(tx, operationId)) !== undefined) return []
    const { content, terms } = await readPayableTerms(deps, tx, request.contentId)
    const legs = await bookZap(tx, {
      id: operationId,
      idem: `send:${operationId}`,
      debit: { account: { kind: 'user', userId: who.userId }, amountMsat: -request.msatAmount },
      payerId: who.userId,
      amountMsat: request.msatAmount,
      contentId: content.contentId,
      contentType: content.contentType,
      contentTitle: content.title,
      terms,
      comment: request.comment || null,
      contentTimeSeconds: request.contentTime ?? null,
      settledAt: clock.now(),
    })
    // After the transfer, which holds this person's account: whoever holds outgoing money waits for us or we for them.
    const payer = await readPerson(tx, who.userId)
    if (payer === null || payer.isLocked) {
      throw new AppError(403, 'withdrawals-held', errorCodes['withdrawals-held'])
    }
    failpoint('send:booking')
    return legs.flatMap((leg) => leg.key ?? [])
  })
  failpoint('send:booked')
  for (const userId of new Set([who.userId, ...earners])) signals.wake(signalOf.user(userId))
  return answer
}

export type Booking = {
  id: string
  idem: string
  /** Where the money comes from: a balance, or the node. */
  debit: TransferLeg
  payerId: string | null
  amountMsat: bigint
  contentId: string
  contentType: string
  contentTitle: string
  terms: SplitTerms
  comment: string | null
  contentTimeSeconds: number | null
  settledAt: Date
}

/** Splits and books a payment to content: ledger, receipt, statement lines and what others must hear, in one transaction. */
export async function bookZap(tx: Tx, booking: Booking): Promise<Leg[]> {
  const legs = splitPayment(booking.amountMsat, booking.terms)
  const { isNew } = await post(tx, {
    idem: booking.idem,
    kind: 'content-payment',
    legs: [booking.debit, ...mergeLegs(legs).map(creditOf)],
    ref: { type: 'zap', id: booking.id },
    occurredAt: booking.settledAt,
  })
  // The same operation, repeated while its first run was still under way.
  if (!isNew) return []
  await insertZap(
    tx,
    {
      id: booking.id,
      payer_id: booking.payerId,
      content_id: booking.contentId,
      content_type: booking.contentType,
      content_title: booking.contentTitle,
      amount_msat: booking.amountMsat,
      terms: booking.terms,
      comment: booking.comment,
      content_time_seconds: booking.contentTimeSeconds,
      settled_at: booking.settledAt,
    },
    legs.map((leg, seq) => ({ seq, role: leg.role, user_id: leg.key, amount_msat: leg.amountMsat })),
  )
  await insertLines(tx, linesOf(booking, legs))
  const event: PaymentSettled = {
    paymentId: booking.id,
    contentId: booking.contentId,
    payerId: booking.payerId,
    amountMsat: Number(booking.amountMsat),
    shares: [{ contentId: booking.contentId, amountMsat: Number(booking.amountMsat) }],
    settledAt: booking.settledAt.toISOString(),
  }
  await publish(tx, topics.paymentSettled, booking.id, event)
  return legs
}

function creditOf(leg: Leg): TransferLeg {
  const account = leg.key === null ? ('platform_fee' as const) : { kind: 'user' as const, userId: leg.key }
  return { account, amountMsat: leg.amountMsat }
}

function linesOf(booking: Booking, legs: Leg[]): LineRow[] {
  const line = (userId: string, type: LineRow['type'], amountMsat: bigint): LineRow => ({
    id: newId(booking.settledAt.getTime()),
    user_id: userId,
    type,
    payment_id: booking.id,
    amount_msat: amountMsat,
    created_at: booking.settledAt,
  })
  const earned = new Map<string, bigint>()
  for (const leg of legs) {
    if (leg.key !== null && leg.amountMsat > 0n) earned.set(leg.key, (earned.get(leg.key) ?? 0n) + leg.amountMsat)
  }
  const lines = [...earned].map(([userId, amountMsat]) => line(userId, 'Earnings', amountMsat))
  if (booking.payerId !== null) lines.push(line(booking.payerId, 'Zap Sent', booking.amountMsat))
  return lines
}
