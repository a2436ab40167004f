/** Times of words while lyrics are edited. A word that has no time yet belongs to the one before it, so the text of a line
 * is always that of its words. */
import type { LyricsWord } from '#contract/catalog/lyrics-line.ts'
import { textOfWords } from '#contract/catalog/lyrics-words.ts'
import { roundTo } from '#web/studio/waveform/time.ts'
import type { DraftLine } from './draft.ts'

/** The word that the next press stamps. */
export type WordPlace = { line: number; word: number }

const STEP = 0.01

/** The words of a line, each with the space after it. */
export const splitWords = (text: string): string[] =>
  text
    .trim()
    .match(/\S+\s*/g)
    ?.map((word) => word.replace(/\s+$/, ' ')) ?? []

/** Sets the time of one word; the words after it have none any more. The first word is the time of its line. */
export function stampWord(lines: readonly DraftLine[], place: WordPlace, seconds: number): DraftLine[] {
  const line = lines[place.line]
  if (!line) return [...lines]
  const texts = splitWords(line.text)
  const timeSeconds = roundTo(seconds, STEP)
  const before = (line.words ?? []).slice(0, place.word)
  const known = texts
    .slice(0, place.word)
    .map((text, index) => ({ text, timeSeconds: before[index]?.timeSeconds ?? 0 }))
  const words = [...known, { text: texts.slice(place.word).join(''), timeSeconds }]
  const { endSeconds: _endSeconds, ...rest } = line
  const stamped = { ...rest, text: textOfWords(words), words }
  return lines.with(place.line, place.word === 0 ? { ...stamped, timeSeconds } : stamped)
}

/** The place after this one; null after the last word. Lines without words are passed over. */
export function nextPlace(lines: readonly DraftLine[], { line, word }: WordPlace): WordPlace | null {
  if (word + 1 < splitWords(lines[line]?.text ?? '').length) return { line, word: word + 1 }
  const next = lines.findIndex(({ text }, index) => index > line && splitWords(text).length > 0)
  return next < 0 ? null : { line: next, word: 0 }
}

export function placeBefore(lines: readonly DraftLine[], { line, word }: WordPlace): WordPlace | null {
  if (word > 0) return { line, word: word - 1 }
  const before = lines.findLastIndex(({ text }, index) => index < line && splitWords(text).length > 0)
  return before < 0 ? null : { line: before, word: splitWords(lines[before]?.text ?? '').length - 1 }
}

/** Where stamping of words begins: at the first line that has none, or at the top. */
export function firstUnstampedWord(lines: readonly DraftLine[]): WordPlace {
  const line = lines.findIndex(({ text, words }) => !words && splitWords(text).length > 0)
  return { line: Math.max(0, line), word: 0 }
}

/** Moves one word in time, not past its neighbours. The first word takes its line with it. */
export function moveWord(lines: readonly DraftLine[], place: WordPlace, bySeconds: number): DraftLine[] {
  const line = lines[place.line]
  const word = line?.words?.[place.word]
  if (!line?.words || !word) return [...lines]
  const least = line.words[place.word - 1]?.timeSeconds ?? 0
  const most = line.words[place.word + 1]?.timeSeconds ?? line.endSeconds ?? Number.POSITIVE_INFINITY
  const timeSeconds = roundTo(Math.min(most, Math.max(least, word.timeSeconds + bySeconds)), STEP)
  const moved = { ...line, words: line.words.with(place.word, { ...word, timeSeconds }) }
  return lines.with(place.line, place.word === 0 ? { ...moved, timeSeconds } : moved)
}

/** The words after the text was changed: with their times while there are as many as before, otherwise none. */
export function keepWords(line: DraftLine, text: string): DraftLine {
  const { words, endSeconds: _endSeconds, ...rest } = line
  const texts = splitWords(text)
  if (!words || texts.length !== words.length) return { ...rest, text }
  // A space at the end is not part of the text, but is kept while the user types.
  const changed: LyricsWord[] = texts.map((one, index) => ({ text: one, timeSeconds: words[index]!.timeSeconds }))
  return { ...line, text, words: changed }
}
