/** Ranges of days in requests for statistics. The sums are computed in SQL. */
import { RANGE_MAX_DAYS, type RangeQuery, WINDOW_DAYS } from '#contract/listening/stats.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import { dayOf } from '#server/platform/clock.ts'

/** Days as YYYY-MM-DD in UTC, both inclusive. */
export type Range = { from: string; to: string }

const DAY_MS = 86_400_000

/** The requested range, or the last 30 days. */
export function rangeOf({ from, to }: RangeQuery, now: Date): Range {
  if (from === undefined && to === undefined) {
    return { from: dayOf(new Date(now.getTime() - (WINDOW_DAYS - 1) * DAY_MS)), to: dayOf(now) }
  }
  if (from === undefined || to === undefined) throw rangeBroken('A range has a first and a last day.')
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (!(days >= 1)) throw rangeBroken('A range ends on the day it begins or after it.')
  if (days > RANGE_MAX_DAYS) throw rangeBroken(`A range has at most ${RANGE_MAX_DAYS} days.`)
  return { from, to }
}

/** The parameters of a request: the user, optionally one artist of that user, and the range. */
export function requestedOf(
  { artistId = null, ...range }: RangeQuery & { artistId?: string | null | undefined },
  { userId }: AuthenticatedUser,
  now: Date,
): { userId: string; artistId: string | null; range: Range } {
  return { userId, artistId, range: rangeOf(range, now) }
}

/** A range as whole months, by their first days, and the remaining days at both ends. */
export type Spans = { months: Range | null; days: Range[] }

/** For shorter ranges, daily rows are few enough. */
const MONTHS_FROM_DAYS = 62

export function spansOf(range: Range): Spans {
  const first = new Date(range.from)
  const afterLast = new Date(Date.parse(range.to) + DAY_MS)
  // The first day of the first month entirely within the range, and of the first month after it that is not.
  const begin = monthOf(first, first.getUTCDate() === 1 ? 0 : 1)
  const end = monthOf(afterLast, 0)
  if (afterLast.getTime() - first.getTime() < MONTHS_FROM_DAYS * DAY_MS || begin >= end) {
    return { months: null, days: [range] }
  }
  const dayBefore = (day: string) => dayOf(new Date(Date.parse(day) - DAY_MS))
  const days = [
    { from: range.from, to: dayBefore(begin) },
    { from: end, to: range.to },
  ].filter(({ from, to }) => from <= to)
  return { months: { from: begin, to: dayOf(monthBefore(end)) }, days }
}

const monthOf = (moment: Date, later: number): string =>
  dayOf(new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1)))
const monthBefore = (month: string): Date => {
  const moment = new Date(month)
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() - 1, 1))
}

const rangeBroken = (message: string) => new AppError(422, 'rule-broken', message)
