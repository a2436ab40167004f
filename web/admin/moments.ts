/** Date and age formats of the operators' pages. */
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

export const formatTimestamp = (iso: string): string =>
  formatMoment(new Date(iso), { dateStyle: 'medium', timeStyle: 'medium' })

/** '40 s', '12 min', '3 h', '2 days'. */
export function formatAge(iso: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1_000))
  if (seconds < 60) return t('admin.seconds', { count: seconds })
  if (seconds < 3_600) return t('admin.minutes', { count: Math.floor(seconds / 60) })
  if (seconds < 2 * 86_400) return t('admin.hours', { count: Math.floor(seconds / 3_600) })
  return t('admin.days', { count: Math.floor(seconds / 86_400) })
}
