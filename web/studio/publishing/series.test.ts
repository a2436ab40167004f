/** The dates of a series of episodes, over changes of clocks, months and years. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesOfSeries } from './series.ts'

test('every Friday at 07:00 in Stockholm stays at 07:00 when summer time ends', () => {
  assert.deepEqual(datesOfSeries('2026-10-16T07:00', 'Europe/Stockholm', 'weekly', 3), [
    '2026-10-16T05:00:00.000Z',
    '2026-10-23T05:00:00.000Z',
    '2026-10-30T06:00:00.000Z',
  ])
})

test('days and fortnights go over the end of a month and of a year', () => {
  assert.deepEqual(datesOfSeries('2027-02-28T23:30', 'UTC', 'daily', 2), [
    '2027-02-28T23:30:00.000Z',
    '2027-03-01T23:30:00.000Z',
  ])
  assert.deepEqual(datesOfSeries('2026-12-25T09:00', 'Asia/Tokyo', 'fortnightly', 2), [
    '2026-12-25T00:00:00.000Z',
    '2027-01-08T00:00:00.000Z',
  ])
})

test('a time that cannot be read has no dates', () => {
  for (const first of ['', '2026-13-40T07:00', 'tomorrow']) assert.equal(datesOfSeries(first, 'UTC', 'weekly', 2), null)
})
