/** The booking of zaps, however they are paid: the ledger, the receipt, statement lines and the event. */
import { mergeLegs, splitPayment, type Leg } from '#contract/split.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { topics, type PaymentSettled } from '#server/events.ts'
import { postAll, type NewTransfer, type TransferLeg } from '#server/ledger/transfer.ts'
import {
  accountOfLeg,
  findDeletedAmong,
  recordOpenLegs,
  settleLegs,
  type SettledLeg,
} from '#server/payments/consent/settle.ts'
import type { ZappedContent } from '#server/payments/invoices/invoice.ts'
import { recordDeletedShare } from '#server/payments/statements/suspense.ts'
import { type BoostOf, changeBoostLine } from '#server/payments/statements/boost-line.ts'
import { insertLines, type LineRow } from '#server/payments/statements/queries.ts'
import { insertZaps, type NewZap } from './queries.ts'

export type Booking = ZappedContent & {
  id: string
  idem: string
  /** The source of the money: a balance, or the node. */
  debit: TransferLeg
  payerId: string | null
  /** Paid from the purse of the house: counts in totals, but not in charts, and has no payer. */
  isGift?: boolean
  /** Buys a download: the line of the payer says so. */
  isPurchase?: boolean
  /** The payer's line is that of this boost. Null: nothing leaves the balance, because it was kept before. */
  boost?: BoostOf | null | undefined
  /** Nobody else sees who paid. */
  isNameless?: boolean
  amountMsat: bigint
  settledAt: Date
}

/** A payment, the legs it is split into, and what each user earns from which content. */
type SplitZap = { booking: Booking; legs: SettledLeg[]; earnings: Earning[] }

/** Books one payment; see bookZaps. */
export async function bookZap(tx: Tx, booking: Booking): Promise<Leg[]> {
  const [legs = []] = await bookZaps(tx, [booking])
  return legs
}

/** Splits and books payments to content: ledger, receipts, statement lines and events, in one transaction. Returns
 * the legs of each, with the user whom each pays now; an empty list for one that was booked before. */
export async function bookZaps(tx: Tx, bookings: readonly Booking[]): Promise<Leg[][]> {
  if (bookings.length === 0) return []
  const settled = await settleLegs(
    tx,
    bookings.map(({ amountMsat, terms }) => ({ legs: splitPayment(amountMsat, terms), terms })),
  )
  const zaps = bookings.map((booking, index): SplitZap => {
    const legs = settled[index]!
    return { booking, legs, earnings: earningsOf(booking, legs.map(paidLeg)) }
  })
  const deletedUserIds = await findDeletedAmong(
    tx,
    zaps.flatMap(({ legs }) => legs),
  )
  const posted = await postAll(
    tx,
    zaps.map((zap) => transferOf(zap, deletedUserIds)),
  )
  // A concurrent repeat of the same operation is not new.
  const fresh = zaps.filter((_zap, index) => posted[index]!.isNew)
  if (fresh.length > 0) {
    await insertZaps(tx, fresh.map(rowOf))
    await recordOpenLegs(tx, fresh.flatMap(legsWithPayment), fresh[0]!.booking.settledAt)
    await insertLines(
      tx,
      fresh.flatMap((zap) => linesOf(zap, deletedUserIds)),
    )
    for (const { booking } of fresh) {
      const grown = { amountMsat: booking.amountMsat, changeMsat: -booking.amountMsat }
      if (booking.boost) await changeBoostLine(tx, booking.boost, grown, booking.settledAt)
    }
    for (const zap of fresh) await recordUnowned(tx, zap, deletedUserIds)
    await publishAll(
      tx,
      topics.paymentSettled,
      fresh.map((zap) => ({ key: zap.booking.id, payload: eventOf(zap, deletedUserIds) })),
    )
  }
  return zaps.map(({ legs }, index) => (posted[index]!.isNew ? legs.map(paidLeg) : []))
}

const paidLeg = ({ role, amountMsat, paidId }: SettledLeg): Leg => ({ role, amountMsat, key: paidId })

function legsWithPayment({ booking, legs }: SplitZap) {
  const { id: paymentId, contentId, terms, settledAt: at } = booking
  const timedContentId = terms.timeSplit?.contentId ?? contentId
  return legs.map((leg, seq) => ({
    ...leg,
    paymentId,
    seq,
    contentId: leg.role === 'time-split' ? timedContentId : contentId,
    at,
  }))
}

type DeletedUserIds = ReadonlySet<string>

function transferOf({ booking, legs }: SplitZap, deletedUserIds: DeletedUserIds): NewTransfer {
  return {
    idem: booking.idem,
    kind: booking.isGift === true ? 'gift-zap' : 'content-payment',
    legs: [
      booking.debit,
      ...legs.map((leg) => ({ account: accountOfLeg(leg, deletedUserIds), amountMsat: leg.amountMsat })),
    ],
    ref: { type: 'zap', id: booking.id },
    occurredAt: booking.settledAt,
  }
}

function rowOf({ booking, legs }: SplitZap): NewZap {
  return {
    id: booking.id,
    payer_id: booking.payerId,
    is_nameless: booking.isNameless ?? false,
    content_id: booking.contentId,
    content_type: booking.contentType,
    content_title: booking.contentTitle,
    amount_msat: booking.amountMsat,
    terms: booking.terms,
    comment: booking.comment,
    content_time_seconds: booking.contentTimeSeconds,
    settled_at: booking.settledAt,
    legs: legs.map((leg, seq) => ({ seq, role: leg.role, user_id: leg.key, amount_msat: leg.amountMsat })),
  }
}

async function recordUnowned(tx: Tx, { booking, earnings }: SplitZap, deletedUserIds: DeletedUserIds): Promise<void> {
  for (const [userId, amountMsat] of sumByUser(earnings.filter((earning) => deletedUserIds.has(earning.userId)))) {
    await recordDeletedShare(tx, { paymentId: booking.id, userId, amountMsat, createdAt: booking.settledAt })
  }
}

function eventOf({ booking, legs, earnings }: SplitZap, deletedUserIds: DeletedUserIds): PaymentSettled {
  const kept = earnings.filter(({ userId }) => !deletedUserIds.has(userId))
  return {
    paymentId: booking.id,
    contentId: booking.contentId,
    payerId: booking.isNameless ? null : booking.payerId,
    namelessPayerId: booking.isNameless ? booking.payerId : null,
    amountMsat: Number(booking.amountMsat),
    shares: sharesOf(booking),
    earnings: kept.map((earning) => ({ ...earning, amountMsat: Number(earning.amountMsat) })),
    feeMsat: legs.reduce((sum, { key, amountMsat }) => (key === null ? sum + Number(amountMsat) : sum), 0),
    comment: booking.comment,
    contentTimeSeconds: booking.contentTimeSeconds,
    isGift: booking.isGift ?? false,
    settledAt: booking.settledAt.toISOString(),
  }
}

/** What each content received before the platform's fee: the same split without a fee, between the two contents. */
function sharesOf({ amountMsat, contentId, terms: { timeSplit } }: Booking): PaymentSettled['shares'] {
  if (timeSplit === undefined) return [{ contentId, amountMsat: Number(amountMsat) }]
  const whole = (key: string) => [{ key, weight: 1 }]
  const legs = splitPayment(amountMsat, {
    feePpm: 0,
    recipients: whole(contentId),
    timeSplit: { ...timeSplit, recipients: whole(timeSplit.contentId ?? contentId) },
  })
  return mergeLegs(legs).map((leg) => ({ contentId: leg.key!, amountMsat: Number(leg.amountMsat) }))
}

type Earning = { userId: string; contentId: string; amountMsat: bigint }

/** The legs of users who are paid now, merged by user and content, in order of first appearance, without zeros. */
function earningsOf({ contentId, terms }: Booking, legs: readonly Leg[]): Earning[] {
  const timedContentId = terms.timeSplit?.contentId ?? contentId
  return mergeLegs(legs).flatMap((leg) =>
    leg.key === null
      ? []
      : {
          userId: leg.key,
          contentId: leg.role === 'time-split' ? timedContentId : contentId,
          amountMsat: leg.amountMsat,
        },
  )
}

function sumByUser(earnings: readonly Earning[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { userId, amountMsat } of earnings) sums.set(userId, (sums.get(userId) ?? 0n) + amountMsat)
  return sums
}

function linesOf({ booking, earnings }: SplitZap, deletedUserIds: DeletedUserIds): LineRow[] {
  const line = (userId: string, type: LineRow['type'], amountMsat: bigint, changeMsat: bigint): LineRow => ({
    id: newId(booking.settledAt.getTime()),
    user_id: userId,
    type,
    payment_id: booking.id,
    amount_msat: amountMsat,
    change_msat: changeMsat,
    created_at: booking.settledAt,
  })
  const lines = [...sumByUser(earnings.filter(({ userId }) => !deletedUserIds.has(userId)))].map(
    ([userId, amountMsat]) => line(userId, 'Earnings', amountMsat, amountMsat),
  )
  if (booking.payerId === null || booking.boost !== undefined) return lines
  const sent = line(booking.payerId, 'Zap Sent', booking.amountMsat, -booking.amountMsat)
  const about = booking.isPurchase === true ? ({ note: 'purchase', title: booking.contentTitle } as const) : {}
  return [...lines, { ...sent, ...about }]
}
