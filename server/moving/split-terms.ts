/** A value block as the split that shares in the same way. The caller sets it, because that needs a proof. */
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

/** The split of an item whose value block shares differently from the feed's. */
export function ownTerms(value: ForeignValue | null, ofFeed: ForeignValue | null, owner: string): Term[] | null {
  const terms = value === null ? null : splitTerms(value, owner)
  const known = ofFeed === null ? null : splitTerms(ofFeed, owner)
  return JSON.stringify(terms) === JSON.stringify(known) ? null : terms
}

export type ValueProblem = 'value' | 'value-node' | 'time-splits'

/** The parts of an item's value block that this server does not support. */
export function valueProblems(value: ForeignValue | null, ofFeed: ForeignValue | null): ValueProblem[] {
  if (value === null) return []
  const isLost = ownTerms(value, ofFeed, '') !== null && value.recipients.some(({ address }) => address === null)
  return [
    ...(splitTerms(value, '') === null ? (['value'] as const) : []),
    ...(isLost ? (['value-node'] as const) : []),
    ...(value.timeSplits?.length ? (['time-splits'] as const) : []),
  ]
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [larger, smaller] = [one, other]
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}
