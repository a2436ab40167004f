/** Positions as they are typed and shown: '1:42', '1:02:05', '0:12.35'.
 * Durations in lists are web/words/format.ts; LRC timestamps are contract/catalog/lyrics.ts. */

/** '1:42' → 102, '1:02:05' → 3 725, '12.5' → 12.5, with millisecond precision; null if invalid. */
export function readTime(typed: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(typed.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', rest = '0'] = match
  const seconds = Number(rest.replace(',', '.'))
  const isClock = match[2] !== undefined
  if (isClock && seconds >= 60) return null
  if (match[1] !== undefined && Number(minutes) >= 60) return null
  return roundTo(Number(hours) * 3600 + Number(minutes) * 60 + seconds, 0.001)
}

/** 102.4 → '1:42', or '1:42.40' with two `decimals`. Truncated, not rounded, so that it never runs ahead. */
export function writeTime(seconds: number, decimals: 0 | 1 | 2 = 0): string {
  const unit = 10 ** decimals
  // A value such as 1.1 may be slightly smaller in binary.
  const units = Math.max(0, Math.floor(seconds * unit + 1e-6))
  const [whole, fraction] = [Math.floor(units / unit), units % unit]
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = `${pad(rest)}${decimals > 0 ? `.${String(fraction).padStart(decimals, '0')}` : ''}`
  return hours > 0 ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`
}

const pad = (value: number) => String(value).padStart(2, '0')

/** Rounds to the nearest multiple of `step`, without floating-point residue. */
export function roundTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(3))
}
