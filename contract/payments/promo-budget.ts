/** The arithmetic of a promo's budget, which the page shows before paying and the server books: bounds, the fee on it, and what
 * a larger payment buys. All amounts are msat. */

export const PAYOUT_MIN_MSAT = 1_000n
export const PAYOUT_MAX_MSAT = 100_000n
/** A budget pays at most this many minutes. */
export const MINUTES_MAX = 2_000n
/** The maximum of a budget plus its fee. */
export const FUNDING_MAX_MSAT = 100_000_000n
export const ACTIVE_PROMOS_MAX = 3

const MILLION = 1_000_000n

/** The platform's fee on a budget, rounded up. It is paid in addition. */
export function promoFeeMsat(budgetMsat: bigint, feePpm: number): bigint {
  return (budgetMsat * BigInt(feePpm) + MILLION - 1n) / MILLION
}

/** Why this budget cannot be added to what the promo holds; null when it can. */
export function refusePromoBudget(
  budgetMsat: bigint,
  { payoutMsat, heldMsat, feePpm }: PromoTerms,
): 'payout' | 'minutes' | 'too-small' | 'too-large' | null {
  if (payoutMsat < PAYOUT_MIN_MSAT || payoutMsat > PAYOUT_MAX_MSAT) return 'payout'
  if (budgetMsat < payoutMsat) return 'too-small'
  if (budgetMsat % payoutMsat !== 0n) return 'minutes'
  return budgetMsat > maxBudgetMsat({ payoutMsat, heldMsat, feePpm }) ? 'too-large' : null
}

/** The payout per minute, what the promo holds already, and the fee. */
export type PromoTerms = { payoutMsat: bigint; heldMsat: bigint; feePpm: number }

/** The largest budget that can be added now: a multiple of the payout. */
export function maxBudgetMsat({ payoutMsat, heldMsat, feePpm }: PromoTerms): bigint {
  const byMinutes = MINUTES_MAX * payoutMsat - heldMsat
  const byPayment = (FUNDING_MAX_MSAT * MILLION) / (MILLION + BigInt(feePpm))
  const max = byMinutes < byPayment ? byMinutes : byPayment
  return max <= 0n ? 0n : max - (max % payoutMsat)
}

/** What a payment buys: the largest budget that it covers with its fee, and the remainder. The budget is 0 if the bounds allow
 * less than one more minute. */
export function budgetOfPayment(
  receivedMsat: bigint,
  terms: PromoTerms,
): { budgetMsat: bigint; feeMsat: bigint; restMsat: bigint } {
  const covered = (receivedMsat * MILLION) / (MILLION + BigInt(terms.feePpm))
  const max = maxBudgetMsat(terms)
  const whole = covered - (covered % terms.payoutMsat)
  const budgetMsat = whole < max ? whole : max
  const feeMsat = promoFeeMsat(budgetMsat, terms.feePpm)
  return { budgetMsat, feeMsat, restMsat: receivedMsat - budgetMsat - feeMsat }
}
