/** A value block as the split that shares in the same way. Setting it is the caller's, because it needs a proof. */
import { RECIPIENTS_MAX, WEIGHT_SUM_MAX } from '#contract/split.ts'
import type { ForeignValue } from '#protocols/rss/read-value.ts'

type Term = { name: string; share: number }

/** Percentages of fees become weights beside the other shares. What a split cannot pay, such as a node, is for `owner`. Null when
 * the shares are not possible here. */
export function splitTerms(value: ForeignValue, owner: string): Term[] | null {
  const paid = value.recipients.filter(({ share }) => share > 0)
  const feePercent = paid.reduce((sum, { isFee, share }) => sum + (isFee ? BigInt(share) : 0n), 0n)
  const whole = paid.reduce((sum, { isFee, share }) => sum + (isFee ? 0n : BigInt(share)), 0n)
  if (feePercent >= 100n || whole === 0n) return null
  const weights = new Map<string, bigint>()
  for (const { address, share, isFee } of paid) {
    const name = address ?? owner
    const weight = BigInt(share) * (isFee ? whole : 100n - feePercent)
    weights.set(name, (weights.get(name) ?? 0n) + weight)
  }
  const divisor = [...weights.values()].reduce(greatestDivisor)
  const terms = [...weights].map(([name, weight]) => ({ name, share: Number(weight / divisor) }))
  const sum = [...weights.values()].reduce((one, other) => one + other) / divisor
  return terms.length > RECIPIENTS_MAX || sum > BigInt(WEIGHT_SUM_MAX) ? null : terms
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [larger, smaller] = [one, other]
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}
