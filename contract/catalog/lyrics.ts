/** Lyrics: plain text, or LRC with a time for each line and, where known, for each word. Parsing and formatting as pure
 * functions. Following along during playback is up to the player. Times of words are lyrics-words.ts. */
import { formatTime, readTime, roundToMs, type LyricsLine, type LyricsProblem } from './lyrics-line.ts'
import { formatWords, readWords, shiftWords, textOfWords } from './lyrics-words.ts'

export type Lyrics = {
  /** True when at least one line has a time. */
  isTimed: boolean
  /** In the order they are sung. A line without a time follows the line before it in the text. */
  lines: LyricsLine[]
  /** The metadata of the file, by tag in lower case: ti, ar, al, by, length … */
  tags: Readonly<Record<string, string>>
  problems: LyricsProblem[]
}

const STAMP = /^\[(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?\]/
/** Starts like a time. "[2x]" and "[1st verse]" do not. */
const LIKE_STAMP = /^\[\s*[-+]?\d+\s*[:.][^\]]*\]?/
const TAG = /^\[([a-z#][a-z_]{0,19}):([^\]]*)\]\s*$/i

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
  | ({ kind: 'line'; timesSeconds: number[] } & Pick<LyricsLine, 'text' | 'words' | 'endSeconds'>)

function readRow(row: string, report: (reason: LyricsProblem['reason']) => void): Row {
  let rest = row.trimStart()
  const timesSeconds: number[] = []
  for (let stamp = STAMP.exec(rest); stamp !== null; stamp = STAMP.exec(rest)) {
    const time = readTime(stamp)
    if (typeof time === 'string') {
      report(time)
      return { kind: 'bad' }
    }
    timesSeconds.push(time)
    rest = rest.slice(stamp[0].length).trimStart()
  }
  if (LIKE_STAMP.test(rest)) {
    report('time-malformed')
    return { kind: 'bad' }
  }
  const tag = timesSeconds.length === 0 ? TAG.exec(rest) : null
  if (tag === null) return { kind: 'line', timesSeconds, ...readWords(rest, timesSeconds, report) }
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
  const placed = rows.flatMap((row): { at: number; line: LyricsLine }[] => {
    if (row.kind !== 'line') return []
    const { timesSeconds, text, words, endSeconds } = row
    const [first] = timesSeconds
    if (first === undefined) return text === '' ? [] : [{ at: last, line: { timeSeconds: null, text } }]
    const times = timesSeconds.map((seconds) => Math.max(0, roundToMs(seconds - earlierSeconds)))
    last = Math.max(...times)
    // The words of a line that is repeated have the times of its first stamp.
    return times.map((timeSeconds) => ({
      at: timeSeconds,
      line: { timeSeconds, text, ...shiftWords({ words, endSeconds }, timeSeconds - first) },
    }))
  })
  // The sort is stable: lines with the same time keep their order.
  return placed.toSorted((one, other) => one.at - other.at).map(({ line }) => line)
}

/** Formats lines as LRC, with times in hundredths of a second. Lines without a time have no stamp. Tags come first. */
export function formatLyrics(lines: readonly LyricsLine[], tags: Readonly<Record<string, string>> = {}): string {
  const head = Object.entries(tags).map(([name, value]) => `[${name}:${value}]`)
  const body = lines.map((line) => {
    if (line.timeSeconds === null) return line.text
    const isWhole = line.words !== undefined && textOfWords(line.words) === line.text
    return `${formatStamp(line.timeSeconds)} ${isWhole ? formatWords(line) : line.text}`.trimEnd()
  })
  return [...head, ...body].join('\n')
}

/** 83.456 → "[01:23.46]" */
export const formatStamp = (timeSeconds: number): string => `[${formatTime(timeSeconds)}]`

/** The index of the line sung at this second, in lines from parseLyrics; -1 before the first. */
export function lineAt(lines: readonly LyricsLine[], seconds: number): number {
  return lines.findLastIndex(({ timeSeconds }) => timeSeconds !== null && timeSeconds <= seconds)
}
