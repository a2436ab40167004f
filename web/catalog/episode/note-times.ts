/** Times within a text: 4:05, 12:34, 1:02:03. */

const TIME = /(?<![\d:.,])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:])/g

export type TimePart = { text: string; seconds: number | null }

/** A time after the end of the audio is text. */
export function partTimes(text: string, durationSeconds: number): TimePart[] {
  const parts: TimePart[] = []
  let from = 0
  for (const match of text.matchAll(TIME)) {
    const [time, hours = '0', minutes, seconds] = match
    const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    if (total >= durationSeconds) continue
    parts.push({ text: text.slice(from, match.index), seconds: null }, { text: time, seconds: total })
    from = match.index + time.length
  }
  return [...parts, { text: text.slice(from), seconds: null }].filter((part) => part.text !== '')
}
