/** The date range of the figures, stored in the URL so that it can be bookmarked and shared. */

/** Days as YYYY-MM-DD, both inclusive. */
export type DayRange = { from: string; to: string }
/** With an artist: their content only. */
export type RequestedRange = DayRange & { artistId?: string }
export const PRESETS = [1, 7, 30, 90, 365] as const
export type Preset = (typeof PRESETS)[number]
export type Choice = { preset: Preset | null; range: DayRange }

const DEFAULT: Preset = 30
const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Longer ranges are shown by month. */
const DAYS_SHOWN_MAX = 92

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)
/** The date of a moment in this browser's time zone. */
export function localDay(moment: Date): string {
  return dayOf(new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000))
}

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const dayAt = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS))

export const countDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

export function isRange({ from, to }: DayRange, maxDays: number): boolean {
  if (!DAY.test(from) || !DAY.test(to)) return false
  const days = countDays({ from, to })
  return days >= 1 && days <= maxDays
}

export function lastDays(count: number, today: string): DayRange {
  return { from: dayAt(today, 1 - count), to: today }
}

/** The range in the URL, or the last 30 days when it is missing or invalid. */
export function readChoice(search: URLSearchParams, today: string, maxDays: number): Choice {
  const own = { from: search.get('from') ?? '', to: search.get('to') ?? '' }
  if (isRange(own, maxDays)) return { preset: null, range: own }
  const preset = PRESETS.find((days) => String(days) === search.get('days')) ?? DEFAULT
  return { preset, range: lastDays(preset, today) }
}

/** The period of the same length right before. */
export function rangeBefore(range: RequestedRange): RequestedRange {
  const days = countDays(range)
  return { ...range, from: dayAt(range.from, -days), to: dayAt(range.from, -1) }
}

export const isShownByMonth = (range: DayRange): boolean => countDays(range) > DAYS_SHOWN_MAX
