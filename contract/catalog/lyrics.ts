/** Lyrics: plain text, or LRC with a time for each line. Parsing and formatting as pure functions. Following along
 * during playback is up to the player. */

export type LyricsLine = {
  /** Seconds from the start; null: a line without a time. */
  timeSeconds: number | null
  text: string
}
export type LyricsProblem = {
  /** The line of the original text, counted from 1. */
  line: number
  reason: 'time-malformed' | 'seconds-beyond-59' | 'time-too-late' | 'offset-malformed'
}
export type Lyrics = {
  /** True when at least one line has a time. */
  isTimed: boolean
  /** In the order they are sung. A line without a time follows the line before it in the text. */
  lines: LyricsLine[]
  /** The metadata of the file, by tag in lower case: ti, ar, al, by, length … */
  tags: Readonly<Record<string, string>>
  problems: LyricsProblem[]
}

/** Longer than any audio that is accepted. */
const LAST_SECOND = 50_000

const STAMP = /^\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/
/** Starts like a time. "[2x]" and "[1st verse]" do not. */
const LIKE_STAMP = /^\[\s*[-+]?\d+\s*[:.][^\]]*\]?/
const TAG = /^\[([a-z#][a-z_]{0,19}):([^\]]*)\]\s*$/i
/** Times of single words, which are not displayed. */
const WORD_STAMP = /\s*<\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?>\s*/g

/** Never throws: problems are reported by line. Without any time, the text is plain and is kept as a whole. */
export function parseLyrics(text: string): Lyrics {
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const problems: LyricsProblem[] = []
  const read = rows.map((row, index) => readRow(row, (reason) => problems.push({ line: index + 1, reason })))
  const isTimed = read.some((row) => row.kind === 'line' && row.timesSeconds.length > 0)
  // "[10:4" in a text without any time is a malformed time, not text. A tag there is text in brackets.
  if (!isTimed) return { isTimed, lines: plainLines(rows), tags: {}, problems: problems.filter(isOfTimes) }
  const tags = Object.fromEntries(read.flatMap((row) => (row.kind === 'tag' ? [[row.name, row.value]] : [])))
  return { isTimed, lines: inOrder(read, offsetSeconds(tags)), tags, problems }
}

type Row =
  | { kind: 'tag'; name: string; value: string }
  | { kind: 'bad' }
  | { kind: 'line'; timesSeconds: number[]; text: string }

function readRow(row: string, report: (reason: LyricsProblem['reason']) => void): Row {
  let rest = row.trimStart()
  const timesSeconds: number[] = []
  for (let stamp = STAMP.exec(rest); stamp !== null; stamp = STAMP.exec(rest)) {
    const [whole, minutes = '', seconds = '', fraction = ''] = stamp
    const timeSeconds = Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`)
    const reason = Number(seconds) > 59 ? 'seconds-beyond-59' : timeSeconds > LAST_SECOND ? 'time-too-late' : null
    if (reason !== null) {
      report(reason)
      return { kind: 'bad' }
    }
    timesSeconds.push(timeSeconds)
    rest = rest.slice(whole.length).trimStart()
  }
  if (LIKE_STAMP.test(rest)) {
    report('time-malformed')
    return { kind: 'bad' }
  }
  const tag = timesSeconds.length === 0 ? TAG.exec(rest) : null
  if (tag === null) return { kind: 'line', timesSeconds, text: rest.replaceAll(WORD_STAMP, ' ').trim() }
  const [, name = '', value = ''] = tag
  if (name.toLowerCase() === 'offset' && !/^\s*[-+]?\d{1,7}\s*$/.test(value)) {
    report('offset-malformed')
    return { kind: 'bad' }
  }
  return { kind: 'tag', name: name.toLowerCase(), value: value.trim() }
}

const isOfTimes = ({ reason }: LyricsProblem) => reason !== 'offset-malformed'

function plainLines(rows: readonly string[]): LyricsLine[] {
  const lines = rows.map((row) => ({ timeSeconds: null, text: row.trimEnd() }))
  while (lines.at(-1)?.text === '') lines.pop()
  return lines
}

/** A positive offset, in milliseconds, makes the lines appear earlier. */
function offsetSeconds(tags: Readonly<Record<string, string>>): number {
  return Number(tags['offset'] ?? 0) / 1_000
}

function inOrder(rows: readonly Row[], earlierSeconds: number): LyricsLine[] {
  let last = 0
  const placed = rows.flatMap((row): (LyricsLine & { at: number })[] => {
    if (row.kind !== 'line') return []
    if (row.timesSeconds.length === 0) return row.text === '' ? [] : [{ at: last, timeSeconds: null, text: row.text }]
    const times = row.timesSeconds.map((seconds) => Math.max(0, roundToMs(seconds - earlierSeconds)))
    last = Math.max(...times)
    return times.map((timeSeconds) => ({ at: timeSeconds, timeSeconds, text: row.text }))
  })
  // The sort is stable: lines with the same time keep their order.
  return placed.toSorted((one, other) => one.at - other.at).map(({ timeSeconds, text }) => ({ timeSeconds, text }))
}

const roundToMs = (seconds: number) => Math.round(seconds * 1_000) / 1_000

/** Formats lines as LRC, with times in hundredths of a second. Lines without a time have no stamp. */
export function formatLyrics(lines: readonly LyricsLine[]): string {
  return lines
    .map(({ timeSeconds, text }) => (timeSeconds === null ? text : `${formatStamp(timeSeconds)} ${text}`.trimEnd()))
    .join('\n')
}

/** 83.456 → "[01:23.46]" */
export function formatStamp(timeSeconds: number): string {
  const hundredths = Math.round(Math.max(0, timeSeconds) * 100)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(hundredths / 100)
  return `[${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${two(hundredths % 100)}]`
}

/** The index of the line sung at this second, in lines from parseLyrics; -1 before the first. */
export function lineAt(lines: readonly LyricsLine[], seconds: number): number {
  return lines.findLastIndex(({ timeSeconds }) => timeSeconds !== null && timeSeconds <= seconds)
}
