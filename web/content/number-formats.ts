/** Counts and durations as text: '4 songs', '1 h 12 min'. Amounts are formatted by contract/money.ts. */
import { formatNumber } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

export const countSongs = (count: number): string => t('catalog.songs', { count })

export const countEpisodes = (count: number): string => t('catalog.episodes', { count })

/** The duration of a list, rounded to the minute and at least one. */
export function formatLength(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return t('catalog.minutes', { count: minutes })
  return t('catalog.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** A percentage with at most one decimal: 57, 33.3. */
export function percentOf(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 1_000) / 10
  return percent === 0 && part > 0 ? `<${formatNumber(0.1)}` : formatNumber(percent)
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** The percentage of a zap that remains after the fee: 95 for 50,000 ppm. */
export const percentReaching = (feePpm: number): number => (1_000_000 - feePpm) / 10_000
