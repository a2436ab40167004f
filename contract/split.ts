/** The arithmetic of a payment: who gets how many msat. Server and web share it, so the amounts shown are the amounts
 * posted. Who may set a split is in contract/catalog/splits.ts; how legs become ledger entries is in server/ledger. */

/** The maximum number of recipients in one split. */
export const RECIPIENTS_MAX = 50
/** The maximum sum of the weights of one split. */
export const WEIGHT_SUM_MAX = 1_000_000_000
/** The maximum denominator of the part that a time split gives away. */
export const DENOMINATOR_MAX = 1_000_000
/** All bitcoin that can ever exist, in msat: the largest amount that is split. */
export const AMOUNT_MAX_MSAT = 2_100_000_000_000_000_000n

/** Whether a partner has agreed to a share of a version. */
export const SHARE_STATES = ['agreed', 'waiting', 'declined', 'expired', 'withdrawn'] as const
export type ShareState = (typeof SHARE_STATES)[number]

const PPM = 1_000_000n

/** A share of an amount in parts per million, rounded up. */
export const shareMsat = (amountMsat: bigint, ppm: number): bigint => (amountMsat * BigInt(ppm) + PPM - 1n) / PPM

export type Recipient = {
  /** The caller's name for the account: a user id in the server, a username in the web. */
  readonly key: string
  /** An integer from 1. Only its proportion to the sum of all weights counts. */
  readonly weight: number
  /** A Lightning address on another server; `key` is the id of its row. Not used in the arithmetic. */
  readonly isOutside?: true
}

/** The terms of a split. Plain JSON, because they are stored with the invoice or payment. */
export type SplitTerms = {
  /** Platform fee in parts per million of the amount: 50 000 is 5 %. */
  readonly feePpm: number
  /** The content's own recipients, by position. */
  readonly recipients: readonly Recipient[]
  readonly consent?: OpenConsent | undefined
  /** Set when the payment's position is in a time split: numerator/denominator of what remains after the fee goes to
   * these. */
  readonly timeSplit?:
    | {
        /** The content of these recipients. Not used in the arithmetic. */
        readonly contentId?: string
        readonly numerator: number
        readonly denominator: number
        readonly recipients: readonly Recipient[]
        readonly consent?: OpenConsent | undefined
      }
    | undefined
}

/** Set when recipients had not agreed to their terms when these were read. Whether they have agreed is read again when the
 * payment is booked. Not used in the arithmetic. */
export type OpenConsent = {
  /** The version of the terms. */
  readonly versionId: string
  /** The positions of these recipients. */
  readonly open: readonly number[]
}

export type LegRole = 'recipient' | 'time-split' | 'platform'

export type Leg = {
  readonly role: LegRole
  /** The recipient's key; null for the platform. */
  readonly key: string | null
  readonly amountMsat: bigint
}

/**
 * Splits `amountMsat` (millisatoshi, 0 to `AMOUNT_MAX_MSAT`) among everyone who shares it.
 *
 * With fee f = feePpm / 10⁶, time split n/d and weights w of sum W, the exact quotas are (1−f)·(1−n/d)·w/W for an own
 * recipient, (1−f)·(n/d)·w/W for a time-split recipient, and f for the platform. Each leg gets its quota of the amount
 * rounded down. The remaining msat go, one each, to the legs with the largest remainders; of equal remainders, to the
 * earlier leg. Legs therefore always sum to the amount, and none differs from its quota by 1 msat or more.
 *
 * Order of the legs: own recipients by position, time-split recipients by position, the platform. Legs of zero are
 * included (receipts show them); `mergeLegs` removes them.
 *
 * Throws RangeError when an amount, fee, weight or fraction is out of range, or a recipient occurs twice in one list.
 *
 * @example 5 000 msat at 5 % with weights 57 and 43 gives 2 708, 2 042 and 250 for the platform:
 * splitPayment(5_000n, { feePpm: 50_000, recipients: [{ key: 'ana', weight: 57 }, { key: 'ben', weight: 43 }] })
 */
export function splitPayment(amountMsat: bigint, terms: SplitTerms): Leg[] {
  check(amountMsat >= 0n && amountMsat <= AMOUNT_MAX_MSAT, 'amountMsat')
  check(isInteger(terms.feePpm, 0, Number(PPM)), 'feePpm')
  const time = terms.timeSplit ?? { numerator: 0, denominator: 1, recipients: [] }
  check(isInteger(time.denominator, 1, DENOMINATOR_MAX), 'denominator')
  check(isInteger(time.numerator, terms.timeSplit === undefined ? 0 : 1, time.denominator), 'numerator')

  const ownWeight = sumWeights(terms.recipients)
  const timeWeight = terms.timeSplit === undefined ? 1n : sumWeights(time.recipients)
  const fee = BigInt(terms.feePpm)
  const numerator = BigInt(time.numerator)
  const denominator = BigInt(time.denominator)
  // All quotas over one common denominator, 10⁶ · d · W · W′, so that the arithmetic uses only integers.
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

/** Largest remainder method: `amount · share / whole` each, rounded so that the sum is exact. Shares sum to `whole`. */
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

/** The time split at `contentTimeSeconds`, an integer from 0 (0 counts), or undefined. Null and undefined mean that
 * the payment has no position. Intervals are half-open: at 10, 0–10 has ended and 10–20 has started. */
export function activeTimeSplit<Interval extends { readonly startSeconds: number; readonly endSeconds: number }>(
  timeSplits: readonly Interval[],
  contentTimeSeconds: number | null | undefined,
): Interval | undefined {
  if (contentTimeSeconds === null || contentTimeSeconds === undefined) return undefined
  check(isInteger(contentTimeSeconds, 0, Number.MAX_SAFE_INTEGER), 'contentTimeSeconds')
  return timeSplits.find((split) => split.startSeconds <= contentTimeSeconds && contentTimeSeconds < split.endSeconds)
}

function sumWeights(recipients: readonly Recipient[]): bigint {
  check(recipients.length >= 1 && recipients.length <= RECIPIENTS_MAX, 'recipients')
  check(new Set(recipients.map((recipient) => recipient.key)).size === recipients.length, 'recipients')
  let sum = 0
  for (const { weight } of recipients) {
    check(isInteger(weight, 1, WEIGHT_SUM_MAX), 'weight')
    sum += weight
  }
  check(sum <= WEIGHT_SUM_MAX, 'weight')
  return BigInt(sum)
}

function isInteger(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum
}

function check(isWithin: boolean, name: string): void {
  if (!isWithin) throw new RangeError(`${name} is out of bounds`)
}
