/** The arithmetic of a payment: worked examples, the public vectors, bounds, and the rule itself over random cases.
 * SPLIT_CASES sets how many random cases run (100 000 unless set); a failure prints its seed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Leg, type SplitTerms, activeTimeSplit, mergeLegs, splitPayment } from './split.ts'

const FEE_PPM = 50_000

const shared = (...weights: number[]) => weights.map((weight, index) => ({ key: `own-${index}`, weight }))
const timed = (numerator: number, denominator: number, ...weights: number[]) => ({
  numerator,
  denominator,
  recipients: weights.map((weight, index) => ({ key: `time-${index}`, weight })),
})
const amounts = (legs: readonly Leg[]) => legs.map((leg) => Number(leg.amountMsat))
const split = (amountMsat: bigint, terms: Omit<SplitTerms, 'feePpm'>) =>
  amounts(splitPayment(amountMsat, { feePpm: FEE_PPM, ...terms }))

test('a payment is shared to the msat, remainders to the largest, ties to the earlier', () => {
  assert.deepEqual(split(5_000n, { recipients: shared(57, 43) }), [2_708, 2_042, 250])
  assert.deepEqual(split(1_000n, { recipients: shared(57, 43) }), [542, 408, 50])
  assert.deepEqual(split(1_000n, { recipients: shared(1, 1, 1) }), [317, 317, 316, 50])
  assert.deepEqual(split(1_010n, { recipients: shared(1) }), [960, 50])
})

test('a time split takes its part of what the platform leaves', () => {
  const recipients = shared(57, 43)
  assert.deepEqual(split(10_000n, { recipients, timeSplit: timed(1, 4, 1) }), [4_061, 3_064, 2_375, 500])
})

test('a time split of the whole leaves own recipients nothing', () => {
  assert.deepEqual(split(5_000n, { recipients: shared(57, 43), timeSplit: timed(1, 1, 1) }), [0, 0, 4_750, 250])
})

test('a leg too small for one msat stays in the answer and is not posted', () => {
  const legs = splitPayment(1_000n, { feePpm: FEE_PPM, recipients: shared(999_999_999, 1) })
  assert.deepEqual(amounts(legs), [950, 0, 50])
  assert.deepEqual(amounts(mergeLegs(legs)), [950, 50])
})

test('paying oneself costs only the platform fee', () => {
  assert.deepEqual(split(1_000n, { recipients: shared(1) }), [950, 50])
})

test('all that arrived is split, also when it is more than was asked', () => {
  assert.deepEqual(split(7_000n, { recipients: shared(57, 43) }), [3_791, 2_859, 350])
})

test('what a content counts is the gross of its part: 7 500 and 2 500 of 10 000 with a quarter', () => {
  const terms = { feePpm: 0, recipients: shared(57, 43), timeSplit: timed(1, 4, 1) }
  const legs = splitPayment(10_000n, terms)
  const total = (role: Leg['role']) => legs.reduce((sum, leg) => sum + (leg.role === role ? leg.amountMsat : 0n), 0n)
  assert.deepEqual([total('recipient'), total('time-split'), total('platform')], [7_500n, 2_500n, 0n])
})

test('legs merge by key and role, in order of first appearance', () => {
  const leg = (role: Leg['role'], key: string | null, amountMsat: bigint): Leg => ({ role, key, amountMsat })
  const legs = [
    leg('recipient', 'gone', 3n),
    leg('recipient', 'ana', 0n),
    leg('recipient', 'gone', 4n),
    leg('time-split', 'gone', 5n),
    leg('platform', null, 1n),
  ]
  const merged = [leg('recipient', 'gone', 7n), leg('time-split', 'gone', 5n), leg('platform', null, 1n)]
  assert.deepEqual(mergeLegs(legs), merged)
})

test('time splits are half-open, may touch, and second 0 counts', () => {
  const first = { startSeconds: 0, endSeconds: 10 }
  const second = { startSeconds: 10, endSeconds: 20 }
  const at = (contentTimeSeconds: number | null | undefined) => activeTimeSplit([first, second], contentTimeSeconds)
  assert.equal(at(0), first)
  assert.equal(at(9), first)
  assert.equal(at(10), second)
  assert.equal(at(19), second)
  assert.equal(at(20), undefined)
  assert.equal(at(null), undefined)
  assert.equal(at(undefined), undefined)
  assert.throws(() => at(-1), RangeError)
  assert.throws(() => at(1.5), RangeError)
})

test('anything out of bounds is refused', () => {
  const refuses = (amountMsat: bigint, change: Partial<SplitTerms>) =>
    assert.throws(() => splitPayment(amountMsat, { feePpm: FEE_PPM, recipients: shared(1), ...change }), RangeError)
  refuses(-1n, {})
  refuses(2_100_000_000_000_000_001n, {})
  refuses(1n, { feePpm: -1 })
  refuses(1n, { feePpm: 1_000_001 })
  refuses(1n, { feePpm: 0.5 })
  refuses(1n, { feePpm: NaN })
  refuses(1n, { recipients: [] })
  refuses(1n, { recipients: shared(...Array.from({ length: 51 }, () => 1)) })
  refuses(1n, { recipients: shared(0) })
  refuses(1n, { recipients: shared(-1, 2) })
  refuses(1n, { recipients: shared(1.5) })
  refuses(1n, { recipients: shared(1_000_000_000, 1) })
  refuses(1n, { recipients: [...shared(1), ...shared(1)] })
  refuses(1n, { timeSplit: timed(0, 1, 1) })
  refuses(1n, { timeSplit: timed(2, 1, 1) })
  refuses(1n, { timeSplit: timed(1, 0, 1) })
  refuses(1n, { timeSplit: timed(1, 1_000_001, 1) })
  refuses(1n, { timeSplit: timed(1, 2) })
})

test('the largest payment with the largest terms is exact', () => {
  const weights = Array.from({ length: 50 }, (_, index) => 19_999_950 + index)
  const terms = { feePpm: FEE_PPM, recipients: shared(...weights), timeSplit: timed(999_999, 1_000_000, ...weights) }
  checkRule(2_100_000_000_000_000_000n, terms)
})

test('the public vectors hold', () => {
  type Vector = { name: string; amountMsat: number; terms: SplitTerms; legs: { role: string; amountMsat: number }[] }
  const vectors = JSON.parse(readFileSync(new URL('./split-vectors.json', import.meta.url), 'utf8')) as Vector[]
  assert.ok(vectors.length >= 10)
  for (const { name, amountMsat, terms, legs } of vectors) {
    const actual = splitPayment(BigInt(amountMsat), terms)
    assert.deepEqual(
      actual.map((leg) => ({ ...leg, amountMsat: Number(leg.amountMsat) })),
      legs,
      name,
    )
  }
})

/** Checks a split against the quotas of the rule, each brought to one common denominator. */
function checkRule(amountMsat: bigint, terms: SplitTerms): void {
  const legs = splitPayment(amountMsat, terms)
  const kept = 1_000_000n - BigInt(terms.feePpm)
  const n = BigInt(terms.timeSplit?.numerator ?? 0)
  const d = BigInt(terms.timeSplit?.denominator ?? 1)
  const sum = (recipients: readonly { weight: number }[]) =>
    BigInt(recipients.reduce((sum, { weight }) => sum + weight, 0))
  const own = sum(terms.recipients)
  const time = sum(terms.timeSplit?.recipients ?? [{ weight: 1 }])
  const whole = 1_000_000n * d * own * time
  const quotas = [
    ...terms.recipients.map(({ weight }) => kept * (d - n) * time * BigInt(weight)),
    ...(terms.timeSplit?.recipients ?? []).map(({ weight }) => kept * n * own * BigInt(weight)),
    (1_000_000n - kept) * d * own * time,
  ]
  let total = 0n
  for (const [index, leg] of legs.entries()) {
    const offBy = leg.amountMsat * whole - amountMsat * quotas[index]!
    if (leg.amountMsat < 0n || offBy >= whole || -offBy >= whole) assert.fail(`leg ${index} is off its quota`)
    total += leg.amountMsat
  }
  assert.equal(total, amountMsat)
  const byQuota = [...quotas.keys()].sort((a, b) =>
    quotas[a] === quotas[b] ? a - b : quotas[a]! > quotas[b]! ? -1 : 1,
  )
  for (const [rank, index] of byQuota.entries()) {
    const next = byQuota[rank + 1] ?? index
    if (legs[index]!.amountMsat < legs[next]!.amountMsat) assert.fail(`leg ${index} got less than smaller leg ${next}`)
  }
}

test('whatever the terms: exact sum, each leg within 1 msat of its quota, more for a larger quota', () => {
  const weight = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 19_999_999 }))
  const recipients = fc.array(weight, { minLength: 1, maxLength: 50, size: 'small' })
  const amountMsat = fc.oneof(
    fc.integer({ min: 1, max: 2_000_000 }).map(BigInt),
    fc.bigInt(0n, 2_100_000_000_000_000_000n),
  )
  const fraction = fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), recipients)
  const property = fc.property(
    amountMsat,
    fc.oneof(fc.constant(FEE_PPM), fc.integer({ min: 0, max: 1_000_000 })),
    recipients,
    fc.option(fraction, { nil: undefined }),
    (amount, feePpm, weights, time) => {
      const timeSplit = time && timed(Math.min(time[0], time[1]), Math.max(time[0], time[1]), ...time[2])
      checkRule(amount, { feePpm, recipients: shared(...weights), timeSplit })
    },
  )
  fc.assert(property, { numRuns: Number(process.env['SPLIT_CASES'] ?? 100_000) })
})
