/** Prices of tickets in dollars, converted to sats. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { msatOfCents } from './dollars.ts'

test('a price in dollars is converted to whole sats, rounded up for each ticket', () => {
  const five = msatOfCents(500, 8_765_432n)
  assert.equal(five, 5_705_000n)
  assert.equal(3n * five, 17_115_000n)
  assert.equal(msatOfCents(1, 100_000_000n), 1_000n)
  assert.equal(msatOfCents(1, 99_999_999n), 2_000n)
  assert.throws(() => msatOfCents(1, 0n), RangeError)
})
