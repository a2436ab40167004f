/** The dates of a series, such as every Friday at 07:00 in Stockholm. */
import { fromLocalTime } from '#web/events/zone.ts'

export const RHYTHMS = ['daily', 'weekly', 'fortnightly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

const DAYS: Record<Rhythm, number> = { daily: 1, weekly: 7, fortnightly: 14 }

/** `count` moments, the first at `first` ('2027-03-12T07:00') on a clock in this zone, the others at the same time of day,
 * also when clocks change in between. Null for an unreadable time. */
export function datesOfSeries(first: string, zone: string, rhythm: Rhythm, count: number): string[] | null {
  const dates: string[] = []
  for (let index = 0; index < count; index++) {
    const date = fromLocalTime(addDays(first, index * DAYS[rhythm]), zone)
    if (date === null) return null
    dates.push(date)
  }
  return dates
}

/** Dates as in a calendar, which has no time zone. */
function addDays(local: string, days: number): string {
  const at = new Date(`${local.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return ''
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10) + local.slice(10)
}
