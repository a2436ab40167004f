/** Which payment methods are offered, and which comes first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presetsAround } from '#web/zap/dialog/use-zap-form.ts'
import { shortfallOf, methodsFor } from './methods.ts'

const MIN_MSAT = 1_000
const payer = (msatBalance: number, isLocked = false) => ({ msatBalance, isLocked })

test('the balance comes first when it suffices, and an invoice is always possible', () => {
  assert.deepEqual(methodsFor(payer(5_000), 5_000, MIN_MSAT), ['balance', 'invoice'])
  assert.deepEqual(methodsFor(undefined, 5_000, MIN_MSAT), ['invoice'])
})

test('a balance that is too small offers the shortfall; an empty or held one offers an invoice', () => {
  assert.deepEqual(methodsFor(payer(4_000), 5_000, MIN_MSAT), ['rest', 'invoice'])
  assert.deepEqual(methodsFor(payer(0), 5_000, MIN_MSAT), ['invoice'])
  assert.deepEqual(methodsFor(payer(9_000, true), 5_000, MIN_MSAT), ['invoice'])
})

test("a user's own wallets come after a sufficient balance, and before methods that need scanning", () => {
  const [both, connected, browser] = [
    { isConnected: true, isInBrowser: true },
    { isConnected: true, isInBrowser: false },
    { isConnected: false, isInBrowser: true },
  ]
  assert.deepEqual(methodsFor(payer(5_000), 5_000, MIN_MSAT, both), ['balance', 'connected', 'browser', 'invoice'])
  assert.deepEqual(methodsFor(payer(5_000), null, MIN_MSAT, connected), ['balance', 'connected', 'invoice'])
  assert.deepEqual(methodsFor(payer(4_000), 5_000, MIN_MSAT, both), ['connected', 'browser', 'rest', 'invoice'])
  assert.deepEqual(methodsFor(payer(9_000, true), 5_000, MIN_MSAT, connected), ['connected', 'invoice'])
  assert.deepEqual(methodsFor(undefined, 5_000, MIN_MSAT, browser), ['browser', 'invoice'])
})

test('the shortfall is whole sats, and never below the minimum', () => {
  assert.equal(shortfallOf(payer(2_708), 5_000, MIN_MSAT), 3_000)
  assert.equal(shortfallOf(payer(4_999), 5_000, 10_000), 10_000)
})

test('the usual amount replaces the nearest preset', () => {
  assert.deepEqual(presetsAround(1_000), [100, 1_000, 5_000])
  assert.deepEqual(presetsAround(2_100), [100, 2_100, 5_000])
  assert.deepEqual(presetsAround(21), [21, 1_000, 5_000])
  assert.deepEqual(presetsAround(100_000), [100, 1_000, 100_000])
})
