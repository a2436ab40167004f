/** How the money of tickets is shared: each ticket by itself, without a fee, so that refunding one changes no other. */
import { splitPayment } from '#contract/split.ts'
import type { PurchaseRow } from './queries.ts'

/** What each user gets from these tickets. Zero shares are left out. */
export function sharesOf(
  { price_msat: priceMsat, terms }: Pick<PurchaseRow, 'price_msat' | 'terms'>,
  ticketCount: number,
): Map<string, bigint> {
  const shares = new Map<string, bigint>()
  if (priceMsat === 0n) return shares
  for (const { key, amountMsat } of splitPayment(priceMsat, terms)) {
    if (key === null || amountMsat === 0n || ticketCount === 0) continue
    shares.set(key, (shares.get(key) ?? 0n) + amountMsat * BigInt(ticketCount))
  }
  return shares
}
