/** Parsing and formatting amounts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boundWithdrawal,
  describeAmountProblem,
  feeReserveOf,
  formatExactChange,
  formatSatsChange,
  formatSigned,
  maxWithdrawable,
  parseDollars,
  parseSats,
} from './amounts.ts'
import { formatExactSats } from '#contract/money.ts'

const limits = { minPaymentMsat: 1_000, maxPaymentMsat: 100_000_000, reservePpm: 15_000, reserveMinMsat: 2_000 }

test('an amount is parsed with any group separators', () => {
  for (const text of ['1000', ' 1,000 ', '1 000', '1.000', '1’000']) assert.equal(parseSats(text), 1_000, text)
  assert.equal(parseSats('1,000,000'), 1_000_000)
})

test('an amount that is not whole sats is refused', () => {
  for (const text of ['', '-5', '1.5', '1e3', '0x10', 'ten', '1,00', '12345678901234']) {
    assert.equal(parseSats(text), null, text)
  }
})

test('dollars are parsed with the thousands separators of the language', () => {
  for (const text of ['5000', '5,000', ' 5 000 ', '5’000', '$5,000', 'US$ 5000', '5,000.00']) {
    assert.equal(parseDollars(text, '.'), 500_000, text)
  }
  for (const text of ['5.000', '5 000', '5.000,00']) assert.equal(parseDollars(text, ','), 500_000, text)
  assert.deepEqual(
    ['12.5', '12,50', '0.07', '$15', '0'].map((text) => parseDollars(text, '.')),
    [1_250, 1_250, 7, 1_500, 0],
  )
  for (const text of ['', '-1', '−1', '5.005', '1,00,00', '1e3', 'ten', '15$', '12345678']) {
    assert.equal(parseDollars(text, '.'), null, text)
  }
})

test('the limits are stated in words', () => {
  assert.equal(describeAmountProblem('0', limits), 'Too low. Please enter 1 to 100,000 sats.')
  assert.equal(describeAmountProblem('100001', limits), 'Too high. Please enter 1 to 100,000 sats.')
  assert.equal(describeAmountProblem('100000', limits), undefined)
  for (const text of ['99999999999999', '99,999,999,999,999']) {
    assert.equal(describeAmountProblem(text, limits), 'Too high. Please enter 1 to 100,000 sats.', text)
  }
  for (const text of ['1e99', 'ten'])
    assert.equal(describeAmountProblem(text, limits), 'Please enter a whole number of sats.')
})

test('nothing is rounded away, and whole sats have no decimals that look like thousands', () => {
  const amounts = [760_000, 1_000_000, 541_500, 408, 0, -760_000, -541_500]
  assert.deepEqual(amounts.map(formatSigned), ['760', '1,000', '541.500', '0.408', '0', '−760', '−541.500'])
  assert.deepEqual(
    [760_000, 1_234_567].map((amountMsat) => formatExactSats(amountMsat, 'de')),
    ['760', '1.234,567'],
  )
})

test('lists show whole sats, floored, with their sign', () => {
  assert.equal(formatSatsChange(541_500), '+541')
  assert.equal(formatSatsChange(-541_500), '−541')
  assert.equal(formatSatsChange(-500), '−<1')
  assert.equal(formatSatsChange(0), '0')
})

test('the wallet shows changes with their sign and every thousandth', () => {
  assert.deepEqual([541_500, -541_500, -500, 2_707_000, 0].map(formatExactChange), [
    '+541.500',
    '−541.500',
    '−0.500',
    '+2,707',
    '0',
  ])
})

test('"everything" is the balance less its own reserve, to the sat', () => {
  for (const balanceMsat of [0, 2_999, 3_000, 3_001, 50_000, 135_334, 1_000_000, 99_999_999, 400_000_000]) {
    const maxMsat = maxWithdrawable(balanceMsat, limits)
    assert.equal(maxMsat % 1_000, 0)
    if (maxMsat > 0) assert.ok(maxMsat + feeReserveOf(maxMsat, limits) <= balanceMsat, String(balanceMsat))
    const moreMsat = maxMsat + 1_000
    const isMost = moreMsat > limits.maxPaymentMsat || moreMsat + feeReserveOf(moreMsat, limits) > balanceMsat
    assert.ok(isMost, String(balanceMsat))
  }
  assert.equal(maxWithdrawable(3_000, limits), 1_000)
  assert.equal(maxWithdrawable(2_999, limits), 0)
})

test('the fee reserve is 1.5 %, at least 2 sats, never less than the server reserves', () => {
  assert.equal(feeReserveOf(1_000_000, limits), 15_000)
  assert.equal(feeReserveOf(1_000, limits), 2_000)
  assert.equal(feeReserveOf(1_000_001, limits), 15_001)
})

test('the largest withdrawal is bounded by the balance, the limit for 24 hours or the limit of a payment', () => {
  const most = (balanceMsat: number, remainingMsat: number) => boundWithdrawal(balanceMsat, limits, remainingMsat)
  assert.deepEqual(most(45_737_000, 400_000_000), { maxMsat: 45_061_000, bound: 'balance' })
  assert.deepEqual(most(45_737_000, 10_000_500), { maxMsat: 10_000_000, bound: 'day' })
  assert.deepEqual(most(300_000_000, 400_000_000), { maxMsat: 100_000_000, bound: 'payment' })
  assert.deepEqual(most(300_000_000, 0), { maxMsat: 0, bound: 'day' })
  assert.deepEqual(most(0, 400_000_000), { maxMsat: 0, bound: 'balance' })
})
