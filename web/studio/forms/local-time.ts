/** Publication dates in the user's time zone. Its name: web/words/zone.ts. */
import { formatMoment } from '#web/words/format.ts'

/** '3 May 2026, 18:00'. */
export function formatLocalTime(iso: string): string {
  return formatMoment(new Date(iso), { dateStyle: 'long', timeStyle: 'short' })
}

/** '3 May 2026'. */
export function formatDay(iso: string): string {
  return formatMoment(new Date(iso), { dateStyle: 'medium' })
}

/** The value of a datetime-local field: '2026-05-03T18:00', in local time. */
export function toLocalInput(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
