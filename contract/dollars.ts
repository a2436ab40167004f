/** Prices in US dollars: what they are in sats, whole and rounded up. Shared by server and web. */
const SATS_PER_BTC = 100_000_000n

/** Of one ticket, or the smallest amount of a download. */
export const PRICE_CENTS_MAX = 100_000

/** At a rate in cents for one bitcoin, in msat. */
export function msatOfCents(cents: number, centsPerBtc: bigint): bigint {
  if (centsPerBtc <= 0n) throw new RangeError('a rate is positive')
  const sats = (BigInt(cents) * SATS_PER_BTC + centsPerBtc - 1n) / centsPerBtc
  return sats * 1_000n
}
