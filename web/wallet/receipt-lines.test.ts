/** The lines of a receipt add up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Receipt } from './payment-words.ts'
import { arithmeticOf, headlineOf, legsOf } from './receipt-lines.ts'

const receipt = (given: Partial<Receipt>): Receipt => ({
  paymentId: '0197b1de-0000-7000-8000-000000000000',
  type: 'Withdraw',
  state: 'settled',
  detail: null,
  failureReason: null,
  msatAmount: 1_000_000,
  feeReserveMsat: 15_000,
  feeMsat: 3_250,
  contentId: null,
  contentTitle: null,
  comment: null,
  createdAt: '2026-05-03T12:00:00.000Z',
  legs: [],
  ...given,
})
const zap = receipt({
  type: 'Earnings',
  feeReserveMsat: null,
  feeMsat: null,
  msatAmount: 5_000_000,
  legs: [
    { role: 'recipient', name: 'mara', msatAmount: 2_707_500 },
    { role: 'recipient', name: 'teodor', msatAmount: 2_042_500 },
    { role: 'platform', name: null, msatAmount: 250_000 },
  ],
})
const toMsat = (amount: string) => Math.round(Number(amount.replaceAll(',', '').replace('−', '-')) * 1_000)

test('the lines before the total add up to it', () => {
  const receipts = [
    receipt({}),
    receipt({ state: 'pending', feeMsat: null }),
    receipt({ state: 'failed', feeMsat: null }),
  ]
  for (const one of [...receipts, zap, receipt({ type: 'Deposit' }), { ...zap, type: 'Zap Sent' }]) {
    const lines = arithmeticOf(one, 'mara', 'Peal')
    const end = lines.findIndex(({ isTotal }) => isTotal)
    const sum = lines.slice(0, end).reduce((total, { amount }) => total + toMsat(amount), 0)
    assert.equal(sum, toMsat(lines[end]?.amount ?? ''), `${one.type} ${one.state}`)
  }
})

test('a settled withdrawal cost its amount and fee, one that failed nothing', () => {
  assert.equal(headlineOf(receipt({}), null), '−1,003.250')
  assert.equal(headlineOf(receipt({ state: 'failed', feeMsat: null }), null), '1,000')
})

test('who earned is told their own share', () => {
  assert.equal(headlineOf(zap, 'mara'), '+2,707.500')
  assert.equal(headlineOf(zap, 'teodor'), '+2,042.500')
})

test('legs are named, one’s own and the house’s too', () => {
  const legs = legsOf(zap, 'mara', 'Peal')
  assert.deepEqual(
    legs.map(({ name, amount }) => [name, amount]),
    [
      ['mara (you)', '2,707.500'],
      ['teodor', '2,042.500'],
      ['Peal', '250.000'],
    ],
  )
  assert.deepEqual(
    legs.map(({ isHouse }) => isHouse),
    [false, false, true],
  )
})
