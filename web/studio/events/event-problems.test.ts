/** Which field of an event's form is wrong when all tickets of one buyer cost too much. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventDraft } from './event-fields.ts'
import { problemsOf } from './event-problems.ts'

const LIMITS = { minPaymentMsat: 1_000, maxPaymentMsat: 100_000_000 }
/** Within the years that an event may be ahead. */
const NEXT = `${new Date().getFullYear() + 1}-01-01T20:00`
const draft = (personMax: string, ...prices: string[]): EventDraft => ({
  artistId: '',
  name: 'Amber Rooms',
  description: '',
  place: 'The hall',
  city: 'Leipzig',
  mapUrl: '',
  begins: '2090-01-01T20:00',
  ends: '2090-01-01T23:00',
  timeZone: 'Europe/Berlin',
  personMax,
  saleFrom: '',
  saleUntil: '',
  tiers: prices.map((price, index) => ({
    key: `tier${index}`,
    name: 'Standing',
    seats: '10',
    currency: 'sats',
    price,
  })),
})
const RATE = { usdPerBtc: 100_000, fetchedAt: new Date().toISOString(), isSandbox: false }
const inDollars = (personMax: string, price: string): EventDraft => {
  const { tiers, ...one } = draft(personMax, price)
  return { ...one, tiers: tiers.map((tier) => ({ ...tier, currency: 'usd' as const })) }
}
const wrong = (one: EventDraft) =>
  Object.entries(problemsOf(one, { ...one, begins: '' }, LIMITS, RATE)).filter(([field]) => field !== 'begins')

test('a price that fits one ticket and not all of one buyer is a problem of their number', () => {
  assert.deepEqual(wrong(draft('6', '16666')), [])
  const [[field, words]] = wrong(draft('6', '5000', '30000')) as [[string, string]]
  assert.equal(field, 'personMax')
  assert.match(words, /^At this price at most 3 tickets.*100,000 sats/)
  assert.deepEqual(wrong(draft('3', '5000', '30000')), [])
  assert.match(wrong(draft('2', '60000'))[0]![1]!, /^At this price at most 1 ticket:/)
})

test('a price that is too high for one ticket is a problem of the price', () => {
  assert.deepEqual(wrong(draft('1', '100000')), [])
  assert.deepEqual(wrong(draft('6', '100001')), [['tier0.price', 'At most 100,000 sats.']])
})

test('prices in dollars have the same limits at the current rate, and none while it is unknown', () => {
  assert.deepEqual(wrong(inDollars('6', '16.66')), [])
  assert.match(wrong(inDollars('6', '30'))[0]![1]!, /^At this price at most 3 tickets/)
  assert.deepEqual(wrong(inDollars('1', '100.01')), [['tier0.price', 'At most 100,000 sats.']])
  const one = inDollars('6', '100.01')
  assert.deepEqual(Object.keys(problemsOf(one, { ...one, begins: '' }, LIMITS, null)), ['begins'])
})

test('missing dates are reported as missing, and only an end before the beginning as that', () => {
  const problems = (begins: string, ends: string) => {
    const { begins: begin, ends: end } = problemsOf({ ...draft('1'), begins, ends }, draft('1'), LIMITS, null)
    return [begin, end]
  }
  assert.deepEqual(problems('', ''), ['Please enter when it begins.', 'Please enter when it ends.'])
  assert.deepEqual(problems(NEXT, ''), [undefined, 'Please enter when it ends.'])
  assert.deepEqual(problems('', NEXT), ['Please enter when it begins.', undefined])
  assert.deepEqual(problems(NEXT, NEXT), [undefined, 'It has to end after it begins.'])
})
