/** What each content received, as the public and the charts see it. A projection: what anybody owns is in the ledger. */
import type { PaymentSettled } from '#server/events.ts'
import type { Database } from '#server/platform/database.ts'
import { addToTotals, dayOf, insertCounted, type Share } from './total-queries.ts'

/** Subscriber for payment-settled. The same event twice, or late, changes nothing twice. */
export function countPayment(database: Database): (event: PaymentSettled) => Promise<void> {
  return async (event) => {
    const day = dayOf(new Date(event.settledAt))
    // One order for everybody, so that two payments never wait for each other's totals.
    const shares = sumByContent(event).sort((one, other) => (one.contentId < other.contentId ? -1 : 1))
    await database.transaction(async (tx) => {
      for (const { contentId, amountMsat } of shares) {
        const share: Share = { paymentId: event.paymentId, payerId: event.payerId, contentId, amountMsat, day }
        if (await insertCounted(tx, share)) await addToTotals(tx, share)
      }
    })
  }
}

function sumByContent(event: PaymentSettled): { contentId: string; amountMsat: bigint }[] {
  const sums = new Map<string, bigint>()
  for (const share of event.shares) {
    sums.set(share.contentId, (sums.get(share.contentId) ?? 0n) + BigInt(share.amountMsat))
  }
  return [...sums].map(([contentId, amountMsat]) => ({ contentId, amountMsat }))
}
