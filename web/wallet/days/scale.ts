/** How long the bars of the days are: what came in by its square root, what was zapped by its logarithm. */
import type { WalletDay } from './query.ts'

const MSAT_PER_SAT = 1_000
const LEAST_PART = 0.08
/** The longest bar of a quiet month is not the longest that fits. */
const LEAST_LARGEST_SATS = 1_000

/** 0 for nothing, 1 for the most that came in on one of these days. */
export function partIn(msatIn: number, mostMsat: number): number {
  return msatIn === 0 ? 0 : Math.max(LEAST_PART, Math.sqrt(msatIn / mostMsat))
}

/** 0 for nothing; less than ten sats is the shortest bar. */
export function partZapped(msatZapped: number, mostMsat: number): number {
  if (msatZapped === 0) return 0
  const largest = Math.max(LEAST_LARGEST_SATS, mostMsat / MSAT_PER_SAT)
  const part = (Math.log10(msatZapped / MSAT_PER_SAT) - 1) / (Math.log10(largest) - 1)
  return Math.min(1, Math.max(LEAST_PART, part))
}

/** The days with the most of something, at least `apart` places from one another, so that what is drawn beside them does
 * not overlap. */
export function pickLargest(
  days: readonly WalletDay[],
  amountOf: (day: WalletDay) => number,
  { most, apart }: { most: number; apart: number },
): Set<string> {
  const largestFirst = days
    .map((day, place) => ({ day, place }))
    .filter(({ day }) => amountOf(day) > 0)
    .toSorted((one, other) => amountOf(other.day) - amountOf(one.day))
  const picked: typeof largestFirst = []
  for (const one of largestFirst) {
    if (picked.length === most) break
    if (picked.every(({ place }) => Math.abs(place - one.place) >= apart)) picked.push(one)
  }
  return new Set(picked.map(({ day }) => day.day))
}
