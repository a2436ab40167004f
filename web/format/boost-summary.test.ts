/** What became of a payment elsewhere, as a whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BoostWire, summaryOf } from './boost-summary.ts'

type Leg = BoostWire['legs'][number]

const leg = (state: Leg['state'], place: number): Leg => ({
  name: null,
  address: 'a@example.com',
  role: 'share',
  msatAmount: 1_000,
  msatFee: 0,
  state,
  reason: null,
  paymentId: '01920000-0000-7000-8000-000000000001',
  place,
})
const summary = (...states: Leg['state'][]) => summaryOf({ legs: states.map(leg), leftOut: [] })

test('an unknown outcome comes before all others, and only complete payments read as paid', () => {
  const cases: [Leg['state'][], string, string][] = [
    [['settled', 'settled'], 'Paid', 'settled'],
    [['settled', 'waiting'], 'Paid, and a part is kept', 'settled'],
    [['settled', 'pending', 'failed'], 'On the way', 'pending'],
    [['settled', 'failed'], 'Paid in part', 'settled'],
    [['settled', 'unpaid', 'waiting'], 'Paid in part', 'settled'],
    [['failed', 'unpaid'], 'Not paid', 'failed'],
    [['waiting'], 'Kept until there is enough', 'settled'],
    [['returned'], 'Back in your balance', 'settled'],
  ]
  for (const [states, label, state] of cases) {
    const { label: said, state: whole } = summary(...states)
    assert.deepEqual([said, whole], [label, state], states.join())
  }
})

test('the sums are those of the shares, and what the feed names without an address is not paid', () => {
  const legs = (['settled', 'settled', 'pending', 'waiting', 'failed', 'returned', 'unpaid'] as const).map(leg)
  const leftOut = [{ name: null, role: 'share' as const, msatAmount: 500, place: 7 }]
  assert.deepEqual(
    summaryOf({ legs, leftOut }).sums.map(({ label, msat }) => [label, msat]),
    [
      ['Paid', 2_000],
      ['On the way', 1_000],
      ['Kept until there is enough', 1_000],
      ['Back in your balance', 2_000],
      ['Not paid', 1_500],
    ],
  )
})
