/** Reads transcripts: WebVTT, SubRip (SRT), and the JSON of Podcasting 2.0. Strict: a file that is damaged is refused with the
 * line or segment that is wrong. The result is plain text without tags. Writing is captions.ts. */

export type Cue = { startMs: number; endMs: number; speaker: string | null; text: string }
export type TranscriptProblem =
  | { reason: 'format' | 'empty' | 'too-many' | 'too-long' }
  /** Counted from 1: a line of a text file, a segment of JSON. */
  | { reason: 'time'; at: number }

/** More than twelve hours of speech have. */
export const CUES_MAX = 20_000
export const CHARACTERS_MAX = 1_000_000
const SPEAKER_CHARACTERS = 128
/** No recording is longer. */
const LAST_MS = 50_000_000

class Wrong extends Error {
  readonly problem: TranscriptProblem

  constructor(problem: TranscriptProblem) {
    super(problem.reason)
    this.problem = problem
  }
}

/** The format is recognised by the content. Cues are in the order of their start. */
export function parseTranscript(file: string): Cue[] | TranscriptProblem {
  const text = file.replace(/^\uFEFF/, '')
  try {
    const cues = (text.trimStart().startsWith('{') ? readJson(text) : readBlocks(text)).filter((cue) => cue.text !== '')
    if (cues.length === 0) return { reason: 'empty' }
    if (cues.length > CUES_MAX) return { reason: 'too-many' }
    if (cues.reduce((sum, cue) => sum + cue.text.length, 0) > CHARACTERS_MAX) return { reason: 'too-long' }
    return cues.toSorted((one, other) => one.startMs - other.startMs)
  } catch (error) {
    if (error instanceof Wrong) return error.problem
    throw error
  }
}

/** Hours may be absent; a comma before the milliseconds is SubRip's. */
const TIME = String.raw`(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})`
const TIMING = new RegExp(String.raw`^\s*${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t].*)?$`)

function readBlocks(text: string): Cue[] {
  const lines = text.split(/\r\n|\r|\n/)
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const readText = isVtt ? readVoice : readPlain
  const cues: Cue[] = []
  for (const { first, block } of blocksOf(lines)) {
    if (isVtt && (first === 0 || /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0]!))) continue
    // The line above the times is the number or name of the cue.
    const at = block[0]!.includes('-->') ? 0 : 1
    const timing = TIMING.exec(block[at] ?? '')
    if (timing === null) throw new Wrong(text.includes('-->') ? wrongTime(first + at) : { reason: 'format' })
    const [startMs, endMs] = [msOf(timing.slice(1, 5)), msOf(timing.slice(5, 9))]
    if (endMs < startMs || endMs > LAST_MS) throw new Wrong(wrongTime(first + at))
    if (cues.length > CUES_MAX) throw new Wrong({ reason: 'too-many' })
    cues.push({ startMs, endMs, ...readText(block.slice(at + 1).join(' ')) })
  }
  return cues
}

const wrongTime = (index: number): TranscriptProblem => ({ reason: 'time', at: index + 1 })

/** Groups of lines, separated by empty ones. */
function* blocksOf(lines: readonly string[]): Generator<{ first: number; block: string[] }> {
  let block: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '') block.push(line)
    if (block.length > 0 && (line.trim() === '' || index === lines.length - 1)) {
      yield { first: line.trim() === '' ? index - block.length : index + 1 - block.length, block }
      block = []
    }
  }
}

function msOf([hours = '0', minutes, seconds, ms]: readonly (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms)
}

/** `<i>`, `</i>`, `<00:01.500>`, but not `a < b`. */
const TAG = /<(?:\/?[a-z][^<>]{0,300}|\d[\d:.]{0,15})>/gi
const VOICE = /<v(?:\.[^\s<>]{0,100})?[ \t]+([^<>]{1,200})>/
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  lrm: '',
  rlm: '',
}

function readVoice(text: string): Pick<Cue, 'speaker' | 'text'> {
  const decode = (encoded: string) =>
    plain(encoded.replaceAll(TAG, '').replaceAll(/&([a-z]{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole))
  return { speaker: speakerOf(decode(VOICE.exec(text)?.[1] ?? '')), text: decode(text) }
}

/** SubRip has no speakers. */
const readPlain = (text: string): Pick<Cue, 'speaker' | 'text'> => ({
  speaker: null,
  text: plain(text.replaceAll(TAG, '')),
})

/** Without control characters and halves of characters, which no database stores. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const speakerOf = (name: string) => (name === '' ? null : [...name].slice(0, SPEAKER_CHARACTERS).join(''))

type Segment = { startTime?: unknown; endTime?: unknown; body?: unknown; speaker?: unknown }

function readJson(text: string): Cue[] {
  const segments = segmentsIn(text)
  if (!Array.isArray(segments)) throw new Wrong({ reason: 'format' })
  const cues = segments.map((segment: Segment | null, index): Cue => {
    const { startTime, endTime = startTime, body, speaker } = segment ?? {}
    if (typeof body !== 'string') throw new Wrong({ reason: 'format' })
    if (!isTime(startTime) || !isTime(endTime) || endTime < startTime) throw new Wrong(wrongTime(index))
    return {
      startMs: Math.round(startTime * 1_000),
      endMs: Math.round(endTime * 1_000),
      speaker: typeof speaker === 'string' ? speakerOf(plain(speaker)) : null,
      text: plain(body),
    }
  })
  return joinWords(cues.toSorted((one, other) => one.startMs - other.startMs))
}

function segmentsIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { segments?: unknown }).segments
  } catch {
    return undefined
  }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value * 1_000 <= LAST_MS

const LINE_CHARACTERS = 60
const PAUSE_MS = 1_500

/** Many files have a segment for each word: they become lines of one speaker, without a pause in them. */
function joinWords(segments: readonly Cue[]): Cue[] {
  const cues: Cue[] = []
  for (const next of segments) {
    const last = cues.at(-1)
    const isSame =
      last !== undefined &&
      last.speaker === next.speaker &&
      next.startMs - last.endMs < PAUSE_MS &&
      last.text.length + next.text.length < LINE_CHARACTERS &&
      !/[.!?…。！？]$/u.test(last.text)
    if (isSame) {
      last.text = `${last.text} ${next.text}`.trim()
      last.endMs = Math.max(last.endMs, next.endMs)
    } else cues.push({ ...next })
  }
  return cues
}
