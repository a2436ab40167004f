/** Publication dates in the user's time zone, and the name of that zone. */
import { dateLocales } from '#contract/languages.ts'
import { formatMoment } from '#web/words/format.ts'
import { currentLanguage } from '#web/words/language.ts'

/** '3 May 2026, 18:00'. */
export function formatLocalTime(iso: string): string {
  return formatMoment(new Date(iso), { dateStyle: 'long', timeStyle: 'short' })
}

/** '3 May 2026'. */
export function formatDay(iso: string): string {
  return formatMoment(new Date(iso), { dateStyle: 'medium' })
}

/** 'Europe/Berlin (GMT+2)'; the offset is the one in force at `at`. */
export function formatZone(at: Date): string {
  const format = new Intl.DateTimeFormat(dateLocales[currentLanguage()], { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const name = format.resolvedOptions().timeZone.replaceAll('_', ' ')
  return offset === '' || offset === name ? name : `${name} (${offset})`
}

/** The value of a datetime-local field: '2026-05-03T18:00', in local time. */
export function toLocalInput(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
