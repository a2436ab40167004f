/** The name of the user's time zone. */
import { dateLocales } from '#contract/languages.ts'
import { currentLanguage } from './language.ts'

/** 'Europe/Berlin (GMT+2)'; the offset is the one in force at `at`. */
export function formatZone(at: Date): string {
  const format = new Intl.DateTimeFormat(dateLocales[currentLanguage()], { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const name = format.resolvedOptions().timeZone.replaceAll('_', ' ')
  return offset === '' || offset === name ? name : `${name} (${offset})`
}
