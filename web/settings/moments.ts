/** Date formats of the settings, in the user's time zone. */
import { formatMoment } from '#web/words/format.ts'

export const formatDay = (iso: string): string => formatMoment(new Date(iso), { dateStyle: 'long' })

export const formatTimestamp = (iso: string): string =>
  formatMoment(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })
