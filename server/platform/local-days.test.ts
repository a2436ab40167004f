/** Days in time zones: each instant belongs to the day that its local date names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayStarts, lastDays } from './local-days.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Scoresbysund',
  'America/Santiago',
]

test('an instant belongs to the last day that began before it, in every zone and through every change of clocks', () => {
  const instants = fc.integer({ min: Date.UTC(2016, 0), max: Date.UTC(2036, 0) })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      instants,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (timeZone, at, part) => {
        const days = lastDays(new Date(at), timeZone, 31)
        const dateOf = (moment: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment)
        assert.equal(days.at(-1)!.day, dateOf(at))
        const first = days[0]!.startsAt.getTime()
        const moment = first + Math.floor((at - first) * part)
        const day = days.findLast(({ startsAt }) => startsAt.getTime() <= moment)
        assert.equal(day?.day, dateOf(moment))
        assert.notEqual(dateOf(first - 1), days[0]!.day)
      },
    ),
    { numRuns: 150 },
  )
})

test('days of 23 and 25 hours, and one without a midnight', () => {
  const startsOf = (now: string, timeZone: string) =>
    lastDays(new Date(now), timeZone, 2).map(({ startsAt }) => startsAt.toISOString())
  assert.deepEqual(startsOf('2026-03-30T10:00:00Z', 'Europe/Berlin'), [
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
  assert.deepEqual(startsOf('2026-10-26T10:00:00Z', 'Europe/Berlin'), [
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
  // Clocks in Beirut go from 23:59 to 01:00.
  assert.deepEqual(startsOf('2026-03-29T10:00:00Z', 'Asia/Beirut'), [
    '2026-03-27T22:00:00.000Z',
    '2026-03-28T22:00:00.000Z',
  ])
})

test('a zone that does not exist is refused', () => {
  assert.throws(() => lastDays(new Date(), 'Europe/Atlantis', 30), { code: 'bad-request' })
})

test('the days of a range begin when the last days of that zone do', () => {
  for (const timeZone of zones) {
    const last = lastDays(new Date('2026-11-20T12:00:00Z'), timeZone, 300)
    const starts = dayStarts(last[0]!.day, last.at(-1)!.day, timeZone)
    assert.deepEqual(
      starts.slice(0, -1),
      last.map(({ startsAt }) => startsAt),
      timeZone,
    )
    assert.equal(starts.length, 301)
  }
})
