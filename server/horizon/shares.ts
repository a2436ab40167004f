/** Who is paid at each second of a horizon, in thousandths: for drawing. Payments compute their own shares to the msat
 * (contract/split.ts). */
import type { Data } from '#contract/endpoint.ts'
import { type getHorizon, HORIZON_RECIPIENTS } from '#contract/listening/horizon.ts'
import { readPartnerNames } from '#server/catalog/splits/outside-queries.ts'
import {
  publicRecipients,
  readManySplitTerms,
  readManyTimeSplitTerms,
  type TimeSplitTerms,
} from '#server/catalog/splits/payable.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Buckets, Part } from './buckets.ts'

type Horizon = Data<typeof getHorizon>
type Recipients = readonly { userId: string; weight: number }[]
/** Shares of 1 by user, in force from this bucket on. */
type Stretch = { bucket: number; shares: ReadonlyMap<string, number> }

const WHOLE = 1_000

export async function readShares(
  tx: Tx,
  parts: readonly Part[],
  buckets: Buckets,
  now: Date,
): Promise<Pick<Horizon, 'recipients' | 'shares'>> {
  const ids = parts.map(({ contentId }) => contentId)
  const [splits, timeSplits] = await Promise.all([readManySplitTerms(tx, ids), readManyTimeSplitTerms(tx, ids, now)])
  const stretches = parts.flatMap((part) => {
    const split = splits.get(part.contentId)
    return stretchesOf(part, split ? publicRecipients(split) : [], timeSplits.get(part.contentId) ?? [], buckets)
  })
  const userIds = orderBySize(stretches, buckets.count)
  const named = userIds.length > HORIZON_RECIPIENTS ? userIds.slice(0, HORIZON_RECIPIENTS - 1) : userIds
  const names = await readPartnerNames(tx, named)
  const recipients = named.map((userId) => {
    const user = names.get(userId)
    return user ? { name: user.username, displayName: user.displayName } : null
  })
  return {
    recipients: named.length < userIds.length ? [...recipients, null] : recipients,
    shares: changesOnly(
      stretches.map(({ bucket, shares }) => ({
        bucket,
        thousandths: toThousandths(named, shares, named.length < userIds.length),
      })),
    ),
  }
}

/** The split of one track or episode, and its time splits where they are in force. */
function stretchesOf(
  { startSeconds }: Part,
  recipients: Recipients,
  timeSplits: readonly TimeSplitTerms[],
  { bucketSeconds, count }: Buckets,
): Stretch[] {
  const bucketAt = (seconds: number) => Math.min(count - 1, Math.floor((startSeconds + seconds) / bucketSeconds))
  const own = weigh(recipients, 1)
  return [
    { bucket: bucketAt(0), shares: own },
    ...timeSplits.flatMap((timeSplit) => {
      const part = timeSplit.shareNumerator / timeSplit.shareDenominator
      const shares = add(weigh(recipients, 1 - part), weigh(publicRecipients(timeSplit), part))
      return [
        { bucket: bucketAt(timeSplit.startSeconds), shares },
        { bucket: bucketAt(timeSplit.endSeconds), shares: own },
      ]
    }),
  ]
}

function weigh(recipients: Recipients, part: number): Map<string, number> {
  const whole = recipients.reduce((sum, { weight }) => sum + weight, 0)
  return new Map(recipients.map(({ userId, weight }) => [userId, (part * weight) / whole]))
}

function add(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const sum = new Map(one)
  for (const [userId, share] of other) sum.set(userId, (sum.get(userId) ?? 0) + share)
  return sum
}

/** All users who have a share, the largest sum over all buckets first. */
function orderBySize(stretches: readonly Stretch[], count: number): string[] {
  const sizes = new Map<string, number>()
  for (const [index, { bucket, shares }] of stretches.entries()) {
    const width = (stretches[index + 1]?.bucket ?? count) - bucket
    for (const [userId, share] of shares) sizes.set(userId, (sizes.get(userId) ?? 0) + share * width)
  }
  return [...sizes].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([userId]) => userId)
}

/** Whole numbers that sum to 1 000: the largest remainders are rounded up. */
function toThousandths(named: readonly string[], shares: ReadonlyMap<string, number>, hasRest: boolean): number[] {
  const known = named.map((userId) => shares.get(userId) ?? 0)
  const exact = hasRest ? [...known, 1 - known.reduce((sum, share) => sum + share, 0)] : known
  const floors = exact.map((share) => Math.floor(share * WHOLE + 1e-9))
  const left = WHOLE - floors.reduce((sum, floor) => sum + floor, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share * WHOLE - floors[index]! }))
    .toSorted((one, other) => other.remainder - one.remainder)
  for (const { index } of byRemainder.slice(0, Math.max(0, left))) floors[index]!++
  return floors
}

/** Of stretches that begin in the same bucket the last one counts; one that changes nothing is left out. */
function changesOnly(shares: Horizon['shares']): Horizon['shares'] {
  const last = shares.filter(({ bucket }, index) => shares[index + 1]?.bucket !== bucket)
  return last.filter(
    ({ thousandths }, index) => index === 0 || thousandths.join(' ') !== last[index - 1]!.thousandths.join(' '),
  )
}
