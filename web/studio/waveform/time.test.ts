/** Parsing typed positions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTime, roundTo, writeTime } from './time.ts'

test('times are minutes and seconds, with hours, or seconds alone', () => {
  assert.deepEqual(
    ['1:42', '1:02:05', '12.5', '0:07,25', ' 90 ', '00:00', '120:00'].map(readTime),
    [102, 3_725, 12.5, 7.25, 90, 0, 7_200],
  )
  assert.deepEqual(['', '1:60', '1:99:00', '-1', '1:', ':30', 'x', '1e3', '1.2345'].map(readTime), [
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a formatted time is never later than the exact one', () => {
  assert.deepEqual(
    [writeTime(102.99), writeTime(3_725), writeTime(12.349, 2), writeTime(1.1, 1), writeTime(59.999, 1), writeTime(-1)],
    ['1:42', '1:02:05', '0:12.34', '0:01.1', '0:59.9', '0:00'],
  )
  for (const seconds of [0.3, 1.1, 2.35, 61.07]) assert.equal(readTime(writeTime(seconds, 2)), seconds)
})

test('rounding leaves no remainder', () => {
  assert.deepEqual([roundTo(0.1 + 0.2, 0.1), roundTo(7.6, 1), roundTo(1.005, 0.01)], [0.3, 8, 1])
})
