/** The event subscriber of this module; it is idempotent. */
import type { EarningSource } from '#contract/listening/stats.ts'
import type { PaymentSettled, ShareSettled } from '#server/events.ts'
import type { Database } from '#server/platform/database/database.ts'
import { dayOf } from '#server/platform/clock.ts'
import { addEarnings, addIncome, addSupport, type EarnedPayment, markCounted } from './count-queries.ts'

/** Subscriber for payment-settled, several events per call: adds each user's earnings to the day of the payment,
 * once. */
export function countEarnings(database: Database): (events: readonly PaymentSettled[]) => Promise<void> {
  return (events) => {
    const payments = new Map(events.map((event) => [event.paymentId, paymentOf(event)]))
    return database.transaction(async (tx) => {
      const fresh = await markCounted(tx, [...payments.values()])
      await addEarnings(tx, fresh)
      await addSupport(
        tx,
        fresh.filter(({ isGift }) => !isGift),
      )
      await addIncome(tx, fresh)
    })
  }
}

/** Subscriber for share-settled: adds shares that waited to the earnings of the day on which they were paid. What the
 * payments brought was counted with them. */
export function countShares(database: Database): (events: readonly ShareSettled[]) => Promise<void> {
  return (events) => {
    const shares = new Map(events.map((event) => [event.shareId, shareOf(event)]))
    return database.transaction(async (tx) => addEarnings(tx, await markCounted(tx, [...shares.values()])))
  }
}

function shareOf({ shareId, earnings, settledAt }: ShareSettled) {
  const day = dayOf(new Date(settledAt))
  return { paymentId: shareId, earnings: earnings.map((earning) => ({ ...earning, day })) }
}

function paymentOf(event: PaymentSettled): EarnedPayment {
  const { paymentId, payerId, comment, earnings, contentId, amountMsat, feeMsat } = event
  const settledAt = new Date(event.settledAt)
  const day = dayOf(settledAt)
  return {
    paymentId,
    payerId,
    comment,
    settledAt,
    isGift: event.isGift ?? false,
    day,
    contentId,
    grossMsat: amountMsat,
    feeMsat,
    earnings: earnings.map((earning) => ({ ...earning, day, source: sourceOf(event, earning.contentId) })),
  }
}

function sourceOf(event: PaymentSettled, earningContentId: string): EarningSource {
  const { contentId, payerId, namelessPayerId, isGift } = event
  if (isGift === true) return 'gift'
  if (earningContentId !== contentId) return 'time-split'
  return payerId === null && namelessPayerId === null ? 'wallet' : 'balance'
}
