/** Lyrics while they are written: plain words and timed lines as two views of one text, and what changes them.
 * The format is contract/lyrics.ts. */
import { formatLyrics, parseLyrics, type LyricsLine, type LyricsProblem } from '#contract/lyrics.ts'
import { newKey } from '../api.ts'
import { roundTo } from './waveform-time.ts'

export type DraftLine = { key: string; timeSeconds: number | null; text: string }
export type LyricsKind = 'plain' | 'timed'
export type LyricsDraft = { kind: LyricsKind; text: string; lines: DraftLine[] }

const STAMP_STEP = 0.01

/** As it was saved; keys are places, so that the same text gives the same draft. */
export function readDraft(lyrics: string | null): LyricsDraft {
  const { isTimed, lines } = parseLyrics(lyrics ?? '')
  if (!isTimed) return { kind: 'plain', text: lyrics ?? '', lines: [] }
  return { kind: 'timed', text: '', lines: lines.map((line, index) => ({ key: `line ${index}`, ...line })) }
}

/** From a file or pasted: what cannot be read is named by its line. */
export function importDraft(text: string): { draft: LyricsDraft; problems: LyricsProblem[] } {
  return { draft: readDraft(text), problems: parseLyrics(text).problems }
}

/** What is sent and saved to files. Timed lines stand in the order they are sung. */
export function writeDraft({ kind, text, lines }: LyricsDraft): string {
  return kind === 'plain' ? text.trimEnd() : formatLyrics(inSungOrder(lines))
}

/** A line without a time follows the one it stands below. */
function inSungOrder(lines: readonly DraftLine[]): LyricsLine[] {
  let last = 0
  return lines
    .map(({ timeSeconds, text }) => {
      last = timeSeconds ?? last
      return { at: last, timeSeconds, text: text.trim() }
    })
    .filter(({ timeSeconds, text }) => timeSeconds !== null || text !== '')
    .toSorted((one, other) => one.at - other.at)
    .map(({ timeSeconds, text }) => ({ timeSeconds, text }))
}

/** The same words in the other kind. Times are lost where they become plain words. */
export function toKind(draft: LyricsDraft, kind: LyricsKind): LyricsDraft {
  if (kind === draft.kind) return draft
  if (kind === 'plain') return { kind, text: draft.lines.map(({ text }) => text).join('\n'), lines: [] }
  const lines = draft.text.split(/\r\n|\r|\n/).map((text) => text.trim())
  return { kind, text: '', lines: lines.filter((text) => text !== '').map(toLine) }
}

const toLine = (text: string): DraftLine => ({ key: newKey(), timeSeconds: null, text })

export function addLine(lines: readonly DraftLine[], afterIndex: number): { lines: DraftLine[]; key: string } {
  const line = toLine('')
  return { lines: lines.toSpliced(afterIndex + 1, 0, line), key: line.key }
}

export function stampLine(lines: readonly DraftLine[], index: number, timeSeconds: number | null): DraftLine[] {
  const line = lines[index]
  if (!line) return [...lines]
  return lines.with(index, { ...line, timeSeconds: timeSeconds === null ? null : roundTo(timeSeconds, STAMP_STEP) })
}

/** All times earlier or later together; none goes below 0. */
export function shiftLines(lines: readonly DraftLine[], bySeconds: number): DraftLine[] {
  return lines.map((line) =>
    line.timeSeconds === null
      ? line
      : { ...line, timeSeconds: Math.max(0, roundTo(line.timeSeconds + bySeconds, STAMP_STEP)) },
  )
}

/** The lines whose time comes before that of a line above: they would be sung elsewhere than they stand. */
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

/** Where stamping begins: at the first line without a time; at the top when all have one. */
export function firstUnstamped(lines: readonly DraftLine[]): number {
  const found = lines.findIndex(({ timeSeconds }) => timeSeconds === null)
  return found < 0 ? 0 : found
}
