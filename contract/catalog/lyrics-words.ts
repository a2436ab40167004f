/** Enhanced LRC: the times of words within a line, "<00:12.00>Word <00:12.60>next<00:13.10>". A time after the last word is
 * its end. A word may be a syllable: only a space ends it. */
import { formatTime, readTime, roundToMs, type LyricsLine, type LyricsProblem, type LyricsWord } from './lyrics-line.ts'

type TimedWords = { words?: readonly LyricsWord[] | undefined; endSeconds?: number | undefined }

const WORD_STAMP = /^<(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?>$/
/** Starts like a time. "<3", "<3.>" and "<b>" do not. */
const LIKE_STAMP = /<\s*[-+]?\d+\s*(?::|\.\s*\d)[^<>]*>/
const PARTS = new RegExp(`(${LIKE_STAMP.source})`)

/** The text of a line, and its words if their times are right. Otherwise the problem is reported, and the line keeps its
 * own time. */
export function readWords(
  rest: string,
  [lineSeconds]: readonly number[],
  report: (reason: LyricsProblem['reason']) => void,
): Omit<LyricsLine, 'timeSeconds'> {
  // Even indexes are text, odd indexes start like a time.
  const parts = rest.split(PARTS)
  if (lineSeconds === undefined || parts.length === 1) return { text: joinTexts(parts) }
  const stamps = [lineSeconds]
  for (let place = 1; place < parts.length; place += 2) {
    const stamp = WORD_STAMP.exec(parts[place] ?? '')
    const time = stamp === null ? 'time-malformed' : readTime(stamp)
    // The first word may begin a moment before its line.
    const isFirst = place === 1 && parts[0]?.trim() === ''
    const isEarlier = !isFirst && typeof time === 'number' && time < (stamps.at(-1) ?? 0)
    if (typeof time === 'string' || isEarlier) {
      report(typeof time === 'string' ? time : 'word-order')
      return { text: joinTexts(parts) }
    }
    stamps.push(time)
  }
  return toWords(stamps, parts)
}

function toWords(stamps: readonly number[], parts: readonly string[]): Omit<LyricsLine, 'timeSeconds'> {
  const texts = parts.filter((_part, place) => place % 2 === 0)
  const words: LyricsWord[] = []
  for (const [index, text] of texts.entries()) {
    const word = text.replaceAll(/\s+/g, ' ').trim()
    const last = words.at(-1)
    // A space on either side of a time ends the word before it.
    if (last && /^\s/.test(text) && !last.text.endsWith(' ')) last.text += ' '
    if (word !== '') words.push({ timeSeconds: stamps[index]!, text: /\s$/.test(text) ? `${word} ` : word })
  }
  const last = words.at(-1)
  if (!last) return { text: '' }
  last.text = last.text.trimEnd()
  const isEnded = texts.at(-1)?.trim() === ''
  return { text: textOfWords(words), words, ...(isEnded && { endSeconds: stamps.at(-1)! }) }
}

/** Without what starts like a time. */
function joinTexts(parts: readonly string[]): string {
  const noTimes = parts.map(() => 0)
  return parts.length === 1 ? parts[0]!.trim() : toWords(noTimes, parts).text
}

export const textOfWords = (words: readonly LyricsWord[]): string => words.map(({ text }) => text).join('')

export function formatWords({ words = [], endSeconds }: TimedWords): string {
  const stamped = words.map(({ timeSeconds, text }) => `<${formatTime(timeSeconds)}>${text}`).join('')
  return endSeconds === undefined ? stamped : `${stamped}<${formatTime(endSeconds)}>`
}

/** Nothing begins before 0. */
export function shiftWords(
  { words, endSeconds }: TimedWords,
  bySeconds: number,
): Pick<LyricsLine, 'words' | 'endSeconds'> {
  const shift = (seconds: number) => Math.max(0, roundToMs(seconds + bySeconds))
  return {
    ...(words && { words: words.map((word) => ({ ...word, timeSeconds: shift(word.timeSeconds) })) }),
    ...(endSeconds !== undefined && { endSeconds: shift(endSeconds) }),
  }
}

/** When a word ends: with the next one, with the line, or with the next line. */
export function endOfWord(line: LyricsLine, index: number, nextLineSeconds: number): number {
  const next = line.words?.[index + 1]?.timeSeconds
  const startSeconds = line.words?.[index]?.timeSeconds ?? 0
  return next ?? line.endSeconds ?? Math.min(nextLineSeconds, startSeconds + LAST_WORD_SECONDS)
}

/** The last word of a line is shown as sung for at most this long when nothing says when it ends. */
const LAST_WORD_SECONDS = 1.2
