/** The bars of the days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletDay } from './query.ts'
import { partIn, partZapped, pickLargest } from './scale.ts'

test('what came in is drawn by its square root, what was zapped by its logarithm', () => {
  assert.deepEqual([partIn(0, 100), partIn(100, 100), partIn(25, 100)], [0, 1, 0.5])
  assert.deepEqual(
    [0, 1, 9_999, 100_000, 1_000_000, 10_000_000].map((msat) => partZapped(msat, 1_000_000)),
    [0, 0.08, 0.08, 0.5, 1, 1],
  )
  // A quiet month keeps short bars.
  assert.equal(partZapped(100_000, 100_000), 0.5)
})

test('the largest days are picked, not too close to one another', () => {
  const days = [5, 9, 8, 0, 7, 1].map((sats, index) => ({ day: String(index), msatIn: sats }) as WalletDay)
  const amountOf = ({ msatIn }: WalletDay) => msatIn
  assert.deepEqual([...pickLargest(days, amountOf, { most: 3, apart: 2 })], ['1', '4'])
  assert.deepEqual([...pickLargest(days, amountOf, { most: 2, apart: 1 })], ['1', '2'])
})
