/** How much each recipient of a foreign item gets of a payment. No money moves here; value blocks are parsed in read-value.ts. */
import type { ForeignTimeSplit, ForeignValue, ValueRecipient } from './read-value.ts'

/** `fee`: a percentage that the block of the item takes first; `curator`: one that the playlist takes; `time-split`: of what a
 * time split gives away; `share`: of the rest. */
type BoostRole = 'fee' | 'curator' | 'time-split' | 'share'
export type BoostLeg = Pick<ValueRecipient, 'name' | 'address'> & { role: BoostRole; amountMsat: bigint }

export type BoostContext = {
  /** The block of the playlist in which the item was heard. Its fees are taken first. */
  curator: ForeignValue | null
  /** What a time split gives away at this position, and to whom; without a value, it is not known to whom. */
  timed: { percent: number; value: ForeignValue | null } | null
}

/** Where several time splits overlap, the first counts. */
export const timeSplitAt = (value: ForeignValue, seconds: number): ForeignTimeSplit | undefined =>
  value.timeSplits?.find(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds)

/** Fees first, each a percentage rounded down; of the rest, the percentage of the time split, rounded down; each part by its
 * shares, largest remainder, ties to the earlier recipient. Null when the fees are 100 % or more. */
export function splitBoost(
  amountMsat: bigint,
  value: ForeignValue,
  { curator, timed }: BoostContext,
): BoostLeg[] | null {
  const fees = [
    ...takeFees(amountMsat, curator?.recipients ?? [], 'curator'),
    ...takeFees(amountMsat, value.recipients, 'fee'),
  ]
  const percents = [...(curator?.recipients ?? []), ...value.recipients].filter(({ isFee }) => isFee)
  if (percents.reduce((sum, { share }) => sum + share, 0) >= 100) return null
  const restMsat = amountMsat - sumOf(fees)
  const timedMsat = timed === null ? 0n : (restMsat * BigInt(timed.percent)) / 100n
  return [
    ...fees,
    ...shareOut(restMsat - timedMsat, value.recipients, 'share'),
    ...(timedMsat === 0n ? [] : splitTimed(timedMsat, timed?.value ?? null)),
  ]
}

/** By the block of the other item alone: its own time splits are not followed, so items that name each other end here. */
function splitTimed(amountMsat: bigint, value: ForeignValue | null): BoostLeg[] {
  const legs = value === null ? null : splitBoost(amountMsat, value, { curator: null, timed: null })
  if (legs === null) return [{ name: null, address: null, role: 'time-split', amountMsat }]
  return legs.map((leg) => ({ ...leg, role: 'time-split' }))
}

function takeFees(amountMsat: bigint, recipients: readonly ValueRecipient[], role: BoostRole): BoostLeg[] {
  return recipients
    .filter(({ isFee, share }) => isFee && share > 0)
    .map(({ name, address, share }) => ({ name, address, role, amountMsat: (amountMsat * BigInt(share)) / 100n }))
}

function shareOut(amountMsat: bigint, recipients: readonly ValueRecipient[], role: BoostRole): BoostLeg[] {
  const sharing = recipients.filter(({ isFee, share }) => !isFee && share > 0)
  const whole = sharing.reduce((sum, { share }) => sum + BigInt(share), 0n)
  if (whole === 0n || amountMsat === 0n) return []
  const parts = sharing.map(({ share }, index) => {
    const exact = amountMsat * BigInt(share)
    return { index, amountMsat: exact / whole, remainder: exact % whole }
  })
  const missing = Number(amountMsat - sumOf(parts))
  const rounded = new Set(
    parts
      .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return sharing.map(({ name, address }, index) => {
    return { name, address, role, amountMsat: parts[index]!.amountMsat + (rounded.has(index) ? 1n : 0n) }
  })
}

const sumOf = (parts: readonly { amountMsat: bigint }[]) => parts.reduce((sum, part) => sum + part.amountMsat, 0n)
