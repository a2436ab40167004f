/** How this interface writes time and names. Amounts are written by contract/money.ts. */

/** 102.4 → '1:42', 3 725 → '1:02:05'. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

const NAME_MAX = 12

/** A name longer than 12 letters becomes 11 letters and an ellipsis. Letters, not code units. */
export function shortenName(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name)].map((one) => one.segment)
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : name
}

/** '3 May 2026' in the language of the page, the same on the server and in the browser. */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
}
