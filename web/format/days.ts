/** Days as headings of lists sorted by time. */
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

/** Today, yesterday, or the full date, in the user's time zone. */
export function nameDay(moment: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / 86_400_000)
  // If the server's clock is slightly ahead, the moment still counts as today.
  if (days <= 0) return t('common.today')
  if (days === 1) return t('common.yesterday')
  return formatMoment(moment, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

const startOfDay = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
