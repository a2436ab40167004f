/** The price of a ticket in sats: whole sats, rounded up for each ticket. Shared by server and web. */
const SATS_PER_BTC = 100_000_000n

/** Cents for a ticket at a rate in cents for one bitcoin, in msat. */
export function ticketMsat(cents: number, centsPerBtc: bigint): bigint {
  if (centsPerBtc <= 0n) throw new RangeError('a rate is positive')
  const sats = (BigInt(cents) * SATS_PER_BTC + centsPerBtc - 1n) / centsPerBtc
  return sats * 1_000n
}
