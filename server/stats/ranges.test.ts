/** Ranges of days: which may be requested, and how they are divided into whole months and days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spansOf, type Spans } from './ranges.ts'
import { dayOf } from '#server/platform/clock.ts'

const DAY_MS = 86_400_000

function daysOf({ months, days }: Spans): string[] {
  const found: string[] = []
  for (const { from, to } of days) {
    for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) found.push(dayOf(new Date(at)))
  }
  if (months !== null) {
    const last = new Date(months.to)
    const end = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)
    for (let at = Date.parse(months.from); at < end; at += DAY_MS) found.push(dayOf(new Date(at)))
  }
  return found.sort()
}

test('a year is divided into whole months and the days at its ends', () => {
  assert.deepEqual(spansOf({ from: '2029-06-16', to: '2030-06-15' }), {
    months: { from: '2029-07-01', to: '2030-05-01' },
    days: [
      { from: '2029-06-16', to: '2029-06-30' },
      { from: '2030-06-01', to: '2030-06-15' },
    ],
  })
  assert.deepEqual(spansOf({ from: '2030-01-01', to: '2030-12-31' }), {
    months: { from: '2030-01-01', to: '2030-12-01' },
    days: [],
  })
})

test('a range of some weeks is divided into days only', () => {
  const range = { from: '2030-05-17', to: '2030-06-15' }
  assert.deepEqual(spansOf(range), { months: null, days: [range] })
})

test('for any range, each of its days is covered exactly once', () => {
  for (let start = 0; start < 70; start++) {
    for (const length of [1, 30, 61, 62, 63, 89, 90, 91, 120, 365, 366]) {
      const from = Date.UTC(2027, 11, 1) + start * DAY_MS
      const range = { from: dayOf(new Date(from)), to: dayOf(new Date(from + (length - 1) * DAY_MS)) }
      const wanted = Array.from({ length }, (_, day) => dayOf(new Date(from + day * DAY_MS)))
      assert.deepEqual(daysOf(spansOf(range)), wanted, `${range.from} to ${range.to}`)
    }
  }
})
