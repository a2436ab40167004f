/** The lines of a transcript as paragraphs to read, and where a term is in them. */
import type { getTranscript } from '#contract/catalog/transcripts.ts'
import type { Wire } from '#contract/endpoint.ts'

type Line = Wire<typeof getTranscript>['lines'][number]
export type Paragraph = { startTime: number; speaker: string | null; lines: readonly Line[] }
/** In the text of a paragraph, whose lines are separated by a space. `number`: among all hits. */
export type Hit = { number: number; paragraph: number; start: number; end: number }

const LONG_CHARACTERS = 360
const LONGEST_CHARACTERS = 900
const PAUSE_SECONDS = 3

/** A paragraph ends with its speaker, at a pause, and when it is long. */
export function toParagraphs(lines: readonly Line[]): Paragraph[] {
  const paragraphs: (Paragraph & { lines: Line[] })[] = []
  let length = 0
  for (const line of lines) {
    const last = paragraphs.at(-1)
    const before = last?.lines.at(-1)
    const speaker = line.speaker ?? null
    const isOver =
      last === undefined ||
      before === undefined ||
      last.speaker !== speaker ||
      line.startTime - before.endTime >= PAUSE_SECONDS ||
      length > LONGEST_CHARACTERS ||
      (length > LONG_CHARACTERS && /[.!?…。！？]["”»’)]?$/u.test(before.text))
    if (isOver) paragraphs.push({ startTime: line.startTime, speaker, lines: [line] })
    else last.lines.push(line)
    length = line.text.length + (isOver ? 0 : length)
  }
  return paragraphs
}

/** Case and accents do not count. */
export function findHits(paragraphs: readonly Paragraph[], term: string, most: number): Hit[] {
  const wanted = fold(term.trim()).text
  const hits: Hit[] = []
  if (wanted === '') return hits
  for (const [paragraph, { lines }] of paragraphs.entries()) {
    const { text, places } = fold(lines.map((line) => line.text).join(' '))
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      if (hits.length >= most) return hits
      hits.push({ number: hits.length, paragraph, start: places[at]!, end: places[at + wanted.length]! })
    }
  }
  return hits
}

export function groupHits(hits: readonly Hit[]): ReadonlyMap<number, readonly Hit[]> {
  const groups = new Map<number, Hit[]>()
  for (const hit of hits) groups.set(hit.paragraph, [...(groups.get(hit.paragraph) ?? []), hit])
  return groups
}

/** `places`: where each unit of the folded text is in the original, and the end. */
function fold(text: string): { text: string; places: number[] } {
  const places: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (let unit = 0; unit < plain.length; unit += 1) places.push(at)
    folded += plain
    at += character.length
  }
  return { text: folded, places: [...places, at] }
}

export type Part = { text: string; hit: number | null }

/** A line as plain parts and hits. `offset`: where the line begins in its paragraph. */
export function partsOf(text: string, offset: number, hits: readonly Hit[]): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { start, end, number } of hits) {
    const [first, last] = [Math.max(start - offset, from), Math.min(end - offset, text.length)]
    if (first >= last) continue
    parts.push({ text: text.slice(from, first), hit: null }, { text: text.slice(first, last), hit: number })
    from = last
  }
  return [...parts, { text: text.slice(from), hit: null }].filter((part) => part.text !== '')
}
