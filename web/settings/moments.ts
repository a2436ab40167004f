/** Days and moments as the settings write them, in the time of whoever is looking. */
import { formatMoment } from '../words/format.ts'

export const writeDay = (iso: string): string => formatMoment(new Date(iso), { dateStyle: 'long' })

export const writeMoment = (iso: string): string =>
  formatMoment(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })
