/** Parsing a typed amount as whole sats, or the reason why it is invalid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from './amount.ts'

const LIMITS = { minMsat: 1_000, maxMsat: 100_000_000 }
const amountOf = (text: string) => {
  const read = readAmount(text, LIMITS)
  return 'amountMsat' in read ? read.amountMsat : null
}

test('whole sats are parsed, with or without group separators', () => {
  assert.equal(amountOf('1'), 1_000)
  assert.equal(amountOf(' 2500 '), 2_500_000)
  assert.equal(amountOf('1,000'), 1_000_000)
  assert.equal(amountOf('10 000'), 10_000_000)
  assert.equal(amountOf('100000'), 100_000_000)
})

test('an empty text, zero, negative amounts and fractions of a sat are refused', () => {
  for (const text of ['', '  ', '0', '000', '-5', '−5', '0.5', '1.5', '1,5', '.5', '1.000']) {
    assert.equal(amountOf(text), null, text)
  }
})

test('text that is not digits is refused', () => {
  for (const text of ['many', '1e3', '0x10', '٥', '1,00', '1 00 000', '5 sats'])
    assert.equal(amountOf(text), null, text)
})

test('amounts outside the limits are refused, however long', () => {
  assert.equal(amountOf('100001'), null)
  assert.equal(amountOf('9007199254740993'), null)
  assert.equal(amountOf('9'.repeat(400)), null)
  assert.deepEqual(readAmount('4', { ...LIMITS, minMsat: 5_000 }), { problem: 'The smallest amount here is 5 sats.' })
  assert.deepEqual(readAmount('0', LIMITS), { problem: 'The smallest amount here is 1 sat.' })
})
