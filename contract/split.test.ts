/** The arithmetic of a payment: worked examples, the public vectors, limits, and the rule itself on random cases.
 * SPLIT_CASES sets the number of random cases (default: a million), SPLIT_SEED the seed, which is printed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
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

test('a payment is split to the msat; remainders go to the largest fraction, ties to the earlier leg', () => {
  assert.deepEqual(split(5_000n, { recipients: shared(57, 43) }), [2_708, 2_042, 250])
  assert.deepEqual(split(1_000n, { recipients: shared(57, 43) }), [542, 408, 50])
  assert.deepEqual(split(1_000n, { recipients: shared(1, 1, 1) }), [317, 317, 316, 50])
  assert.deepEqual(split(1_010n, { recipients: shared(1) }), [960, 50])
})

test('a time split takes its part of what remains after the platform fee', () => {
  const recipients = shared(57, 43)
  assert.deepEqual(split(10_000n, { recipients, timeSplit: timed(1, 4, 1) }), [4_061, 3_064, 2_375, 500])
})

test('a time split of 100 % leaves nothing for the own recipients', () => {
  assert.deepEqual(split(5_000n, { recipients: shared(57, 43), timeSplit: timed(1, 1, 1) }), [0, 0, 4_750, 250])
})

test('a leg below one msat is returned as 0 and not posted', () => {
  const legs = splitPayment(1_000n, { feePpm: FEE_PPM, recipients: shared(999_999_999, 1) })
  assert.deepEqual(amounts(legs), [950, 0, 50])
  assert.deepEqual(amounts(mergeLegs(legs)), [950, 50])
})

test('paying oneself costs only the platform fee', () => {
  assert.deepEqual(split(1_000n, { recipients: shared(1) }), [950, 50])
})

test('the whole amount received is split, also if it is more than requested', () => {
  assert.deepEqual(split(7_000n, { recipients: shared(57, 43) }), [3_791, 2_859, 350])
})

test('each content counts the gross amount of its part: 7 500 and 2 500 of 10 000 with a quarter', () => {
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

/** Checks a split against a second implementation of the rule: each quota over a common denominator, rounded down,
 * and one more msat for exactly those with the largest remainders; of equal remainders, the earlier ones. */
function checkRule(amountMsat: bigint, terms: SplitTerms): void {
  const legs = splitPayment(amountMsat, terms)
  const { recipients, timeSplit } = terms
  const kept = BigInt(1_000_000 - terms.feePpm)
  const n = BigInt(timeSplit?.numerator ?? 0)
  const d = BigInt(timeSplit?.denominator ?? 1)
  const own = BigInt(recipients.reduce((sum, { weight }) => sum + weight, 0))
  const time = BigInt(timeSplit?.recipients.reduce((sum, { weight }) => sum + weight, 0) ?? 1)
  const whole = 1_000_000n * d * own * time
  const timeCount = timeSplit?.recipients.length ?? 0
  assert.equal(legs.length, recipients.length + timeCount + 1)
  let total = 0n
  // The last leg, in the order of the rule, that gets an extra msat, and the first that does not.
  let [leastRaised, mostLeft] = [whole, -1n]
  let [leastRaisedAt, mostLeftAt] = [-1, legs.length]
  for (const [index, { amountMsat: got }] of legs.entries()) {
    let quota = (1_000_000n - kept) * d * own * time
    if (index < recipients.length) quota = kept * (d - n) * time * BigInt(recipients[index]!.weight)
    else if (index < legs.length - 1) {
      quota = kept * n * own * BigInt(timeSplit!.recipients[index - recipients.length]!.weight)
    }
    total += got
    const rest = amountMsat * quota - got * whole
    if (rest >= 0n && rest < whole) {
      if (rest > mostLeft) [mostLeft, mostLeftAt] = [rest, index]
    } else if (rest < 0n && rest > -whole) {
      if (rest + whole <= leastRaised) [leastRaised, leastRaisedAt] = [rest + whole, index]
    } else assert.fail(`leg ${index} is off its quota`)
  }
  assert.equal(total, amountMsat)
  const isInOrder = leastRaised > mostLeft || (leastRaised === mostLeft && leastRaisedAt < mostLeftAt)
  assert.ok(isInOrder, `leg ${leastRaisedAt} got a msat before leg ${mostLeftAt}`)
}

/** Integers below `limit`, deterministic for a seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

const keys = Array.from({ length: 100 }, (_, index) => `person-${index}`)

function makeRecipients(random: (limit: number) => number, firstKey: number): SplitTerms['recipients'] {
  const count = random(50) === 0 ? 1 + random(50) : 1 + random(3)
  const isEqual = random(4) === 0
  const highest = random(2) === 0 ? 100 : 19_999_999
  const recipients: { key: string; weight: number }[] = []
  for (let index = 0; index < count; index++) {
    recipients.push({ key: keys[firstKey + index]!, weight: isEqual ? 7 : 1 + random(highest) })
  }
  return recipients
}

function makeCase(random: (limit: number) => number): { amountMsat: bigint; terms: SplitTerms } {
  const size = random(8)
  let amountMsat = BigInt(random(2_000_000))
  if (size === 0) amountMsat = BigInt(random(100))
  if (size === 1) amountMsat = BigInt(random(2_100_000_000)) * 1_000_000_000n + BigInt(random(1_000_000_001))
  const feePpm = random(2) === 0 ? FEE_PPM : random(8) === 0 ? random(2) * 1_000_000 : random(1_000_001)
  const recipients = makeRecipients(random, 0)
  if (random(2) === 0) return { amountMsat, terms: { feePpm, recipients } }
  const denominator = 1 + random(random(2) === 0 ? 10 : 1_000_000)
  const numerator = random(8) === 0 ? denominator : 1 + random(denominator)
  // Some keys occur in both lists.
  const timeSplit = { numerator, denominator, recipients: makeRecipients(random, random(50)) }
  return { amountMsat, terms: { feePpm, recipients, timeSplit } }
}

/** Each role and key occurs once, with the sum of its legs, and without zeros. */
function checkMerged(legs: readonly Leg[]): void {
  const sums = new Map<string, bigint>()
  for (const { role, key, amountMsat } of legs) {
    if (amountMsat > 0n) sums.set(`${role} ${key}`, (sums.get(`${role} ${key}`) ?? 0n) + amountMsat)
  }
  const merged = mergeLegs(legs)
  assert.deepEqual(
    merged.map(({ role, key, amountMsat }) => [`${role} ${key}`, amountMsat]),
    [...sums],
  )
}

test('a million random splits: exact sum, each leg within 1 msat of its quota, remainders in order', (context) => {
  const cases = Number(process.env['SPLIT_CASES'] ?? 1_000_000)
  const seed = Number(process.env['SPLIT_SEED'] ?? Date.now() % 2 ** 32)
  context.diagnostic(`${cases} cases from SPLIT_SEED=${seed}`)
  const random = createRandom(seed)
  for (let index = 0; index < cases; index++) {
    const { amountMsat, terms } = makeCase(random)
    try {
      checkRule(amountMsat, terms)
      if (index % 100 === 0) {
        const legs = splitPayment(amountMsat, terms)
        checkMerged([...legs, ...legs])
      }
    } catch (error) {
      const shown = JSON.stringify({ amountMsat: String(amountMsat), terms })
      throw new Error(`SPLIT_SEED=${seed}, case ${index}: ${shown}`, { cause: error })
    }
  }
})

test('random time splits: the active one is the one whose interval contains the position', (context) => {
  const seed = Number(process.env['SPLIT_SEED'] ?? Date.now() % 2 ** 32)
  context.diagnostic(`from SPLIT_SEED=${seed}`)
  const random = createRandom(seed)
  for (let round = 0; round < 2_000; round++) {
    const owners: (object | undefined)[] = []
    const timeSplits: { startSeconds: number; endSeconds: number }[] = []
    for (let count = random(6); count > 0; count--) {
      for (let gap = random(2) * random(5); gap > 0; gap--) owners.push(undefined)
      const startSeconds = owners.length
      const timeSplit = { startSeconds, endSeconds: startSeconds + 1 + random(5) }
      while (owners.length < timeSplit.endSeconds) owners.push(timeSplit)
      timeSplits.push(timeSplit)
    }
    for (let second = 0; second < owners.length + 2; second++) {
      assert.equal(activeTimeSplit(timeSplits, second), owners[second])
    }
  }
})
