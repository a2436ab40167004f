/** Lyrics while they are edited: plain text and timed lines as two views of one text, and the operations on them.
 * The format is contract/catalog/lyrics.ts. */
import { formatLyrics, parseLyrics } from '#contract/catalog/lyrics.ts'
import type { LyricsLine, LyricsProblem } from '#contract/catalog/lyrics-line.ts'
import { shiftWords, textOfWords } from '#contract/catalog/lyrics-words.ts'
import { newKey } from '#web/data/api.ts'
import { roundTo } from '#web/studio/waveform/time.ts'

/** Times of its words are words.ts. */
export type DraftLine = LyricsLine & { key: string }
export type LyricsKind = 'plain' | 'timed'
export type LyricsDraft = {
  kind: LyricsKind
  text: string
  lines: DraftLine[]
  /** The metadata of the file, except its offset, which the times contain. */
  tags: Readonly<Record<string, string>>
}

const STAMP_STEP = 0.01

/** Parses the saved lyrics. Keys are indices, so that the same text gives the same draft. */
export function readDraft(lyrics: string | null): LyricsDraft {
  const { isTimed, lines, tags } = parseLyrics(lyrics ?? '')
  if (!isTimed) return { kind: 'plain', text: lyrics ?? '', lines: [], tags: {} }
  const { offset: _offset, ...kept } = tags
  return { kind: 'timed', text: '', lines: lines.map((line, index) => ({ key: `line ${index}`, ...line })), tags: kept }
}

/** Parses a file or pasted text. Lines that cannot be parsed are reported by number. */
export function importDraft(text: string): { draft: LyricsDraft; problems: LyricsProblem[] } {
  return { draft: readDraft(text), problems: parseLyrics(text).problems }
}

/** The text that is sent and saved to files. Timed lines are sorted by time. */
export function writeDraft({ kind, text, lines, tags }: LyricsDraft): string {
  const sung = inSungOrder(lines)
  return kind === 'plain' ? text.trimEnd() : formatLyrics(sung, sung.length === 0 ? {} : tags)
}

/** A line without a time follows the line above it. */
function inSungOrder(lines: readonly DraftLine[]): LyricsLine[] {
  let last = 0
  return lines
    .map(({ key: _key, ...line }) => {
      last = line.timeSeconds ?? last
      return { at: last, line: { ...line, text: line.words ? textOfWords(line.words) : line.text.trim() } }
    })
    .filter(({ line }) => line.timeSeconds !== null || line.text !== '')
    .toSorted((one, other) => one.at - other.at)
    .map(({ line }) => line)
}

/** Converts to the other kind. Converting to plain text loses the times. */
export function toKind(draft: LyricsDraft, kind: LyricsKind): LyricsDraft {
  if (kind === draft.kind) return draft
  const { tags } = draft
  if (kind === 'plain') return { kind, text: draft.lines.map(({ text }) => text).join('\n'), lines: [], tags }
  const lines = draft.text.split(/\r\n|\r|\n/).map((text) => text.trim())
  return { kind, text: '', lines: lines.filter((text) => text !== '').map(toLine), tags }
}

const toLine = (text: string): DraftLine => ({ key: newKey(), timeSeconds: null, text })

export function addLine(lines: readonly DraftLine[], afterIndex: number): { lines: DraftLine[]; key: string } {
  const line = toLine('')
  return { lines: lines.toSpliced(afterIndex + 1, 0, line), key: line.key }
}

export function stampLine(lines: readonly DraftLine[], index: number, timeSeconds: number | null): DraftLine[] {
  const line = lines[index]
  if (!line) return [...lines]
  return lines.with(index, moveLine(line, timeSeconds === null ? null : roundTo(timeSeconds, STAMP_STEP)))
}

/** Its words move with it; a line without a time has no words with times either. */
function moveLine({ words, endSeconds, ...line }: DraftLine, timeSeconds: number | null): DraftLine {
  const moved = { ...line, timeSeconds }
  if (timeSeconds === null || line.timeSeconds === null) return moved
  const by = timeSeconds - line.timeSeconds
  const { words: sung, endSeconds: end } = shiftWords({ words, endSeconds }, by)
  return { ...moved, ...(sung && { words: sung }), ...(end !== undefined && { endSeconds: end }) }
}

/** Shifts all times together; none goes below 0. */
export function shiftLines(lines: readonly DraftLine[], bySeconds: number): DraftLine[] {
  return lines.map((line) =>
    line.timeSeconds === null ? line : moveLine(line, Math.max(0, roundTo(line.timeSeconds + bySeconds, STAMP_STEP))),
  )
}

/** Lines with an earlier time than a line above them: they would be sung in a different order. */
export function findMisplaced(lines: readonly DraftLine[]): Set<string> {
  const misplaced = new Set<string>()
  let reached = 0
  for (const { key, timeSeconds } of lines) {
    if (timeSeconds === null) continue
    if (timeSeconds < reached) misplaced.add(key)
    reached = Math.max(reached, timeSeconds)
  }
  return misplaced
}

/** Where stamping begins: at the first line without a time, or at the top when all have one. */
export function firstUnstamped(lines: readonly DraftLine[]): number {
  const found = lines.findIndex(({ timeSeconds }) => timeSeconds === null)
  return found < 0 ? 0 : found
}
