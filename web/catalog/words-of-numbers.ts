/** Counts and lengths in words: '4 songs', '1 h 12 min'. Amounts are written by contract/money.ts. */
import { formatNumber } from '../words/format.ts'
import { t } from '../words/words.ts'

export const countSongs = (count: number): string => t('catalog.songs', { count })

export const countEpisodes = (count: number): string => t('catalog.episodes', { count })

/** How long a list plays, to the minute and at least one. */
export function lengthInWords(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return t('catalog.minutes', { count: minutes })
  return t('catalog.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** A share of a whole as people say it: 57, 33.3; never more than one decimal. */
export function percentOf(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 1_000) / 10
  return percent === 0 && part > 0 ? `<${formatNumber(0.1)}` : formatNumber(percent)
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** How many percent of a zap are not the fee: 95 for 50,000 ppm. */
export const percentReaching = (feePpm: number): number => (1_000_000 - feePpm) / 10_000
