/** Dollars beside sats: never a made-up price, and never one without its age. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDollars, formatDollars, type Price } from './price.ts'

const NOW = new Date('2026-05-03T12:00:00.000Z')
const priceOf = (hoursOld: number): Price => ({
  isSandbox: false,
  usdPerBtc: 100_000,
  fetchedAt: new Date(NOW.getTime() - hoursOld * 3_600_000).toISOString(),
})

test('sats are converted to dollars, to the cent', () => {
  assert.equal(formatDollars(1_000_000, priceOf(0)), '$1.00')
  assert.equal(formatDollars(12_345_678_000, priceOf(0)), '$12,345.68')
  assert.equal(formatDollars(0, priceOf(0)), '$0.00')
})

test('the sandbox price is labelled as such everywhere, however old it is', () => {
  const price = { ...priceOf(7), isSandbox: true }
  assert.equal(formatDollars(1_000_000, price), '$1.00 (sandbox price)')
  assert.equal(formatDollars(1, price), '<$0.01 (sandbox price)')
  assert.equal(describeDollars(1_000_000, price, NOW), 'about $1.00 (sandbox price)')
})

test('less than a cent is shown as less', () => {
  assert.equal(formatDollars(1, priceOf(0)), '<$0.01')
  assert.equal(describeDollars(1, priceOf(0), NOW), 'less than $0.01')
})

test('a price older than an hour says so', () => {
  assert.equal(describeDollars(1_000_000, priceOf(0.9), NOW), 'about $1.00')
  assert.equal(describeDollars(1_000_000, priceOf(1.5), NOW), 'about $1.00, at a price from an hour ago')
  assert.equal(describeDollars(1_000_000, priceOf(7.2), NOW), 'about $1.00, at a price from 7 hours ago')
})
