/** How far a sum of sats hangs below the line of a horizon. */
const SHORTEST = 0.08
const LEAST_MAX_MSAT = 1_000_000
const MSAT_PER_SAT = 1_000

/** 0.08 to 1, against the largest sum; by its logarithm. */
export function hangOf(msatAmount: number, largestMsat: number): number {
  const sats = Math.max(1, msatAmount / MSAT_PER_SAT)
  const most = Math.max(largestMsat, LEAST_MAX_MSAT) / MSAT_PER_SAT
  return Math.min(1, Math.max(SHORTEST, (Math.log10(sats) - 1) / (Math.log10(most) - 1)))
}

export const largestMsatOf = (sums: readonly { msatAmount: number }[]): number =>
  sums.reduce((most, { msatAmount }) => Math.max(most, msatAmount), 0)
