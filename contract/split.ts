/** The arithmetic of a payment: who gets how many msat. Server and web share it, so what is shown is what is posted.
 * Not who may set a split (contract/splits.ts) and not how legs become ledger entries (server/ledger). */
import { DENOMINATOR_MAX, RECIPIENTS_MAX, WEIGHT_SUM_MAX } from './splits.ts'

/** All the bitcoin there can be, in msat: the largest amount that is ever split. */
export const AMOUNT_MAX_MSAT = 2_100_000_000_000_000_000n

const PPM = 1_000_000n

export type Recipient = {
  /** Whatever names the account to the caller: a user id in the server, a username in the web. */
  readonly key: string
  /** A whole number from 1; only its relation to the sum of all weights counts. */
  readonly weight: number
}

/** Who shares a payment. Plain JSON, because it is stored with the invoice or payment when that is made. */
export type SplitTerms = {
  /** Platform fee in parts per million of the amount: 50 000 is 5 %. */
  readonly feePpm: number
  /** The content's own recipients, by position. */
  readonly recipients: readonly Recipient[]
  /** Set when the payment's position lies in a time split: numerator/denominator of what the platform leaves goes to these. */
  readonly timeSplit?:
    | {
        /** The content whose recipients these are; the arithmetic does not look at it. */
        readonly contentId?: string
        readonly numerator: number
        readonly denominator: number
        readonly recipients: readonly Recipient[]
      }
    | undefined
}

export type LegRole = 'recipient' | 'time-split' | 'platform'

export type Leg = {
  readonly role: LegRole
  /** The recipient's key; null for the platform. */
  readonly key: string | null
  readonly amountMsat: bigint
}

/**
 * Splits `amountMsat` (millisatoshi, 0 to `AMOUNT_MAX_MSAT`) over everybody who shares it.
 *
 * With fee f = feePpm / 10⁶, time split n/d and weights w of sum W, the exact quotas are
 * (1−f)·(1−n/d)·w/W for an own recipient, (1−f)·(n/d)·w/W for a time-split recipient and f for the platform. Each leg gets
 * its quota of the amount rounded down; the msat that remain go one each to the legs with the largest remainders, to the
 * earlier leg where remainders are equal. So legs always sum to the amount and none is 1 msat or more off its quota.
 *
 * Legs come in this order: own recipients by position, time-split recipients by position, the platform. Legs of zero are
 * in the answer (a receipt shows them); `mergeLegs` leaves them out.
 *
 * Throws RangeError when an amount, fee, weight or fraction is out of bounds or a recipient stands twice in one list.
 *
 * @example 5 000 msat at 5 % over 57/43 is 2 708, 2 042 and 250 for the platform:
 * splitPayment(5_000n, { feePpm: 50_000, recipients: [{ key: 'ana', weight: 57 }, { key: 'ben', weight: 43 }] })
 */
export function splitPayment(amountMsat: bigint, terms: SplitTerms): Leg[] {
  check(amountMsat >= 0n && amountMsat <= AMOUNT_MAX_MSAT, 'amountMsat')
  check(isWhole(terms.feePpm, 0, Number(PPM)), 'feePpm')
  const time = terms.timeSplit ?? { numerator: 0, denominator: 1, recipients: [] }
  check(isWhole(time.denominator, 1, DENOMINATOR_MAX), 'denominator')
  check(isWhole(time.numerator, terms.timeSplit === undefined ? 0 : 1, time.denominator), 'numerator')

  const ownWeight = sumWeights(terms.recipients)
  const timeWeight = terms.timeSplit === undefined ? 1n : sumWeights(time.recipients)
  const fee = BigInt(terms.feePpm)
  const numerator = BigInt(time.numerator)
  const denominator = BigInt(time.denominator)
  // Every quota over one common denominator, 10⁶ · d · W · W′, so that all of it stays whole numbers.
  const ownShare = (PPM - fee) * (denominator - numerator) * timeWeight
  const timeShare = (PPM - fee) * numerator * ownWeight
  const whole = PPM * denominator * ownWeight * timeWeight
  const shares = [
    ...terms.recipients.map((recipient) => ownShare * BigInt(recipient.weight)),
    ...time.recipients.map((recipient) => timeShare * BigInt(recipient.weight)),
    fee * denominator * ownWeight * timeWeight,
  ]
  const amounts = apportion(amountMsat, shares, whole)
  const ownCount = terms.recipients.length
  return amounts.map((amount, index) => ({
    role: index < ownCount ? 'recipient' : index < amounts.length - 1 ? 'time-split' : 'platform',
    key: (terms.recipients[index] ?? time.recipients[index - ownCount])?.key ?? null,
    amountMsat: amount,
  }))
}

/** Largest remainder: `amount · share / whole` each, rounded so that the sum is exact. Shares sum to `whole`. */
function apportion(amount: bigint, shares: readonly bigint[], whole: bigint): bigint[] {
  const quotas = shares.map((share) => amount * share)
  const amounts = quotas.map((quota) => quota / whole)
  let left = amount - amounts.reduce((sum, part) => sum + part, 0n)
  if (left === 0n) return amounts
  const remainders = quotas.map((quota, index) => quota - amounts[index]! * whole)
  // The sort is stable: equal remainders keep the order of the legs.
  const order = remainders.map((_, index) => index).sort((a, b) => compare(remainders[b]!, remainders[a]!))
  for (const index of order) {
    if (left === 0n) break
    amounts[index]! += 1n
    left -= 1n
  }
  return amounts
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** One leg per role and key with the sum of its parts, in order of first appearance, without legs of zero. */
export function mergeLegs(legs: readonly Leg[]): Leg[] {
  const merged = new Map<string, Leg>()
  for (const leg of legs) {
    if (leg.amountMsat === 0n) continue
    const name = `${leg.role} ${leg.key ?? ''}`
    const amountMsat = (merged.get(name)?.amountMsat ?? 0n) + leg.amountMsat
    merged.set(name, { ...leg, amountMsat })
  }
  return [...merged.values()]
}

/**
 * The time split in force at `contentTimeSeconds`, a whole number from 0 (0 counts), or undefined; null and undefined mean
 * that the payment carries no position. Intervals are half-open: at 10, 0–10 is over and 10–20 has begun.
 */
export function activeTimeSplit<Interval extends { readonly startSeconds: number; readonly endSeconds: number }>(
  timeSplits: readonly Interval[],
  contentTimeSeconds: number | null | undefined,
): Interval | undefined {
  if (contentTimeSeconds === null || contentTimeSeconds === undefined) return undefined
  check(isWhole(contentTimeSeconds, 0, Number.MAX_SAFE_INTEGER), 'contentTimeSeconds')
  return timeSplits.find((split) => split.startSeconds <= contentTimeSeconds && contentTimeSeconds < split.endSeconds)
}

function sumWeights(recipients: readonly Recipient[]): bigint {
  check(recipients.length >= 1 && recipients.length <= RECIPIENTS_MAX, 'recipients')
  check(new Set(recipients.map((recipient) => recipient.key)).size === recipients.length, 'recipients')
  let sum = 0
  for (const { weight } of recipients) {
    check(isWhole(weight, 1, WEIGHT_SUM_MAX), 'weight')
    sum += weight
  }
  check(sum <= WEIGHT_SUM_MAX, 'weight')
  return BigInt(sum)
}

function isWhole(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum
}

function check(isWithin: boolean, name: string): void {
  if (!isWithin) throw new RangeError(`${name} is out of bounds`)
}
