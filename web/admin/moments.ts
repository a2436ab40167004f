/** Date and age formats of the operators' pages. */
import { formatMoment, formatNumber } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

export const formatTimestamp = (iso: string): string =>
  formatMoment(new Date(iso), { dateStyle: 'medium', timeStyle: 'medium' })

/** '40 s', '12 min', '3 h', '2 days'. */
export function formatAge(iso: string, now: Date): string {
  return formatSeconds(Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1_000)))
}

/** The same; below a second in milliseconds. */
export function formatSeconds(exact: number): string {
  const seconds = Math.floor(exact)
  if (exact < 1 && exact > 0) {
    return formatNumber(Math.round(exact * 1_000), { style: 'unit', unit: 'millisecond' })
  }
  if (seconds < 60) return t('admin.seconds', { count: seconds })
  if (seconds < 3_600) return t('admin.minutes', { count: Math.floor(seconds / 60) })
  if (seconds < 2 * 86_400) return t('admin.hours', { count: Math.floor(seconds / 3_600) })
  return t('admin.days', { count: Math.floor(seconds / 86_400) })
}
