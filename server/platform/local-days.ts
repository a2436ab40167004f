/** Days in a reader's time zone, as the instants at which they begin. Days of 23 and 25 hours, and days
 * without a midnight, are handled, because the first instant with the date of the day is searched for. */
import { AppError } from '#server/platform/errors.ts'

export type LocalDay = {
  /** 2026-11-22 */
  day: string
  startsAt: Date
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Clocks are at most 14 hours ahead of UTC and 12 behind. */
const FARTHEST_MS = 15 * HOUR_MS
/** Clocks are changed at whole seconds. */
const STEP_MS = 1_000

/** Oldest first; the last one contains `now`. */
export function lastDays(now: Date, timeZone: string, count: number): LocalDay[] {
  const dateIn = openCalendar(timeZone)
  const today = Date.parse(dateIn(now.getTime()))
  return Array.from({ length: count }, (_, index) => {
    const noon = today - (count - 1 - index) * DAY_MS
    const day = new Date(noon).toISOString().slice(0, 10)
    return { day, startsAt: new Date(firstInstant(noon, (at) => dateIn(at) >= day)) }
  })
}

/** The date of an instant, 2026-11-22. */
export const dateIn = (now: Date, timeZone: string): string => openCalendar(timeZone)(now.getTime())

/** When each of these days begins, both included, and the day after the last one. */
export function dayStarts(from: string, to: string, timeZone: string): Date[] {
  const dateAt = openCalendar(timeZone)
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 2
  let before: number | null = null
  return Array.from({ length: count }, (_, index) => {
    const midnight = Date.parse(from) + index * DAY_MS
    const day = new Date(midnight).toISOString().slice(0, 10)
    const isReached = (at: number) => dateAt(at) >= day
    // Nearly every day begins 24 hours after the one before.
    const expected: number = (before ?? 0) + DAY_MS
    before = isReached(expected) && !isReached(expected - STEP_MS) ? expected : firstInstant(midnight, isReached)
    return new Date(before)
  })
}

/** The earliest whole second around UTC midnight at which `isReached`. */
function firstInstant(utcMidnightMs: number, isReached: (at: number) => boolean): number {
  let before = (utcMidnightMs - FARTHEST_MS) / STEP_MS
  let after = (utcMidnightMs + FARTHEST_MS) / STEP_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isReached(middle * STEP_MS)) after = middle
    else before = middle
  }
  return after * STEP_MS
}

/** Writes an instant as the local date, 2026-11-22. */
function openCalendar(timeZone: string): (at: number) => string {
  // Swedish dates are written as in ISO 8601.
  const format = open(timeZone)
  return (at) => format.format(at)
}

function open(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  } catch {
    throw new AppError(400, 'bad-request', `timeZone: ${timeZone.slice(0, 40)} is not a time zone`)
  }
}
