/** Turns daily and monthly figures into chart points, and summarizes them in a sentence. */
import type { ChartPoint } from '#web/ui/charts/point.ts'
import { formatMoment } from '#web/words/format.ts'
import { currentLanguage } from '#web/words/language.ts'
import { countDays, type DayRange } from './day-ranges.ts'

/** `createdAt` is YYYY-MM-DD or YYYY-MM. */
export type Figure = { createdAt: string; value: number }

const inWords = (options: Intl.DateTimeFormatOptions) => (createdAt: string) =>
  formatMoment(new Date(createdAt), { timeZone: 'UTC', ...options })
const shortDay = inWords({ day: 'numeric', month: 'short' })
const fullDay = inWords({ day: 'numeric', month: 'long', year: 'numeric' })
const monthName = inWords({ month: 'short' })
const monthOfYear = inWords({ month: 'short', year: 'numeric' })
/** In English with the last two digits of the year; without the apostrophe it would read as a day. */
const shortMonth = (createdAt: string) =>
  currentLanguage() === 'en' ? `${monthName(createdAt)} ’${createdAt.slice(2, 4)}` : monthOfYear(createdAt)
const fullMonth = inWords({ month: 'long', year: 'numeric' })

const isMonth = (createdAt: string) => createdAt.length === 'YYYY-MM'.length

export function nameOfTime(createdAt: string): string {
  return isMonth(createdAt) ? fullMonth(createdAt) : fullDay(createdAt)
}

export function pointsOf(figures: readonly Figure[]): ChartPoint[] {
  return figures.map(({ createdAt, value }) => ({
    key: createdAt,
    label: isMonth(createdAt) ? shortMonth(createdAt) : shortDay(createdAt),
    name: nameOfTime(createdAt),
    value,
  }))
}

/** Adds up days by month. */
export function byMonth(days: readonly Figure[]): Figure[] {
  const months = new Map<string, number>()
  for (const { createdAt, value } of days) {
    const month = createdAt.slice(0, 'YYYY-MM'.length)
    months.set(month, (months.get(month) ?? 0) + value)
  }
  return [...months].map(([createdAt, value]) => ({ createdAt, value }))
}

/** The first of the highest figures; null when all are zero. */
export function bestOf(figures: readonly Figure[]): Figure | null {
  const best = figures.reduce<Figure | null>((top, one) => (top === null || one.value > top.value ? one : top), null)
  return best === null || best.value === 0 ? null : best
}

/** In whole percent; null when the previous value was zero. */
export function changePercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100)
}

/** The sum of the first days of a range; null while they are not over. The points are days, or the hours of a single day. */
export function sumOfFirst(days: number, range: DayRange, points: readonly number[]): number | null {
  const length = countDays(range)
  if (length < days) return null
  return points.slice(0, length === 1 ? undefined : days).reduce((sum, value) => sum + value, 0)
}
