/** How the money of tickets is shared: each ticket separately, without a fee, so that refunding one changes no other. */
import { type Leg, splitPayment } from '#contract/split.ts'
import type { PurchaseRow } from './queries.ts'

type Tickets = Pick<PurchaseRow, 'price_msat' | 'terms'>

/** The legs of these tickets together, in the order of `splitPayment`. */
export function legsOf({ price_msat: priceMsat, terms }: Tickets, ticketCount: number): Leg[] {
  return splitPayment(priceMsat, terms).map((leg) => ({ ...leg, amountMsat: leg.amountMsat * BigInt(ticketCount) }))
}

/** What each user gets from these tickets, once all have agreed. Zero shares are left out. */
export function sharesOf(tickets: Tickets, ticketCount: number): Map<string, bigint> {
  return sumByUser(legsOf(tickets, ticketCount).map(({ key, amountMsat }) => ({ userId: key, amountMsat })))
}

export function sumByUser(shares: readonly { userId: string | null; amountMsat: bigint }[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { userId, amountMsat } of shares) {
    if (userId !== null && amountMsat > 0n) sums.set(userId, (sums.get(userId) ?? 0n) + amountMsat)
  }
  return sums
}
