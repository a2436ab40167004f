/** Prices of tickets in dollars, converted to sats. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticketMsat } from './price.ts'

test('a price in dollars is converted to whole sats, rounded up for each ticket', () => {
  const five = ticketMsat(500, 8_765_432n)
  assert.equal(five, 5_705_000n)
  assert.equal(3n * five, 17_115_000n)
  assert.equal(ticketMsat(1, 100_000_000n), 1_000n)
  assert.equal(ticketMsat(1, 99_999_999n), 2_000n)
  assert.throws(() => ticketMsat(1, 0n), RangeError)
})
