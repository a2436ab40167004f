/** How wide a title is in the display font, so that a page shows it across the window without measuring: the style
 * sheet divides the width of the window by it. Widths are in em of Bricolage Grotesque at weight 800, width 75 and
 * optical size 96, with the tracking of the style sheet. */
import { type OpenFace, openDisplayFaces, shapeRun, splitLetters, splitRuns } from './faces.ts'

/** The lines of a title: the width of the widest one, and the offsets of the spaces at which the others end. */
export type FittedLines = { em: number; breaks: number[] }
/** `lineEm` is the width of the whole title in one line. */
export type TitleFit = { wide: FittedLines; narrow: FittedLines; lineEm: number }

/** Longer titles are ordinary text, which wraps. */
const MOST_LETTERS = 40
const TRACKING_EM = -0.008
/** In wide windows a title up to the first width is one line, up to the second two lines, otherwise three. */
const WIDE_LINE_EM = 5.2
const TWO_LINES_EM = 12
const WIDE_LINES = 3
/** On phones a line is as wide as the longest word, or this. */
const NARROW_LINE_EM = 3.2
const NARROW_LINES = 4
/** With a wider word the type would be too small; such a title wraps like text. */
const WIDEST_WORD_EM = 8
/** Widths are rounded up to this. */
const STEP_EM = 0.001

/** Measuring takes longer than most statements, and pages show the same titles again. */
const FITS_KEPT = 2_000
const fits = new Map<string, Promise<TitleFit | null>>()

/** Null for a title that is too long, empty, or in a script whose width is not known: it wraps. Callers must not change it. */
export function fitTitle(title: string, mostLetters = MOST_LETTERS): Promise<TitleFit | null> {
  const key = `${mostLetters} ${title}`
  const known = fits.get(key)
  if (known !== undefined) return known
  const fit = measureTitle(title, mostLetters)
  fits.set(key, fit)
  if (fits.size > FITS_KEPT) fits.delete(fits.keys().next().value!)
  fit.catch(() => fits.delete(key))
  return fit
}

async function measureTitle(title: string, mostLetters: number): Promise<TitleFit | null> {
  if (splitLetters(title).length > mostLetters) return null
  const faces = await openDisplayFaces()
  const words = splitWords(title).map((word) => ({ ...word, em: widthOf(word.text, faces) }))
  const space = widthOf(' ', faces)
  if (words.length === 0 || space === null) return null
  const known = words.flatMap(({ em, ...word }) =>
    em === null || em <= 0 || em > WIDEST_WORD_EM ? [] : [{ ...word, em }],
  )
  if (known.length < words.length) return null
  const inOneLine = widest([known], space)
  const wideLines = inOneLine <= WIDE_LINE_EM ? 1 : inOneLine <= TWO_LINES_EM ? 2 : WIDE_LINES
  return {
    wide: breakInto(known, space, wideLines, 0),
    narrow: breakInto(known, space, NARROW_LINES, NARROW_LINE_EM),
    lineEm: roundUp(inOneLine),
  }
}

type Word = { text: string; start: number; end: number; em: number }

function splitWords(title: string): Omit<Word, 'em'>[] {
  return Array.from(title.matchAll(/\S+/g), ({ 0: text, index }) => ({ text, start: index, end: index + text.length }))
}

const lineWidth = (line: readonly Word[], space: number): number =>
  line.reduce((sum, { em }) => sum + em, 0) + space * (line.length - 1)

const widest = (lines: readonly (readonly Word[])[], space: number): number =>
  Math.max(...lines.map((line) => lineWidth(line, space)))

const roundUp = (em: number): number => Number((Math.ceil(em / STEP_EM) * STEP_EM).toFixed(3))

/** At most `most` lines, as narrow as possible, but as few as fit into `least` em. */
function breakInto(words: readonly Word[], space: number, most: number, least: number): FittedLines {
  const limits = words.flatMap((_, from) =>
    words.slice(from).map((_word, count) => lineWidth(words.slice(from, from + count + 1), space)),
  )
  const longest = Math.max(...words.map(({ em }) => em))
  const tries = [...limits, least].filter((limit) => limit >= Math.max(least, longest)).sort((a, b) => a - b)
  for (const limit of tries) {
    const lines = fill(words, space, limit)
    if (lines.length > most) continue
    return { em: roundUp(widest(lines, space)), breaks: lines.slice(0, -1).map((line) => line.at(-1)!.end) }
  }
  throw new Error('one line always fits')
}

function fill(words: readonly Word[], space: number, limit: number): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && lineWidth([...line, word], space) <= limit) line.push(word)
    else lines.push([word])
  }
  return lines
}

/** Null when a character is in a script whose width is not known. */
function widthOf(text: string, faces: readonly OpenFace[]): number | null {
  let em = TRACKING_EM * splitLetters(text).length
  for (const run of splitRuns(text, faces)) {
    const width = run.face === null ? boundOf(run.text) : shapeRun(run.text, run.face).widthEm
    if (width === null) return null
    em += width
  }
  return em
}

/** Characters missing in the display font are drawn in a font of the reader's system. These widths are above those of
 * Noto Sans, Arial, Hiragino Sans and Segoe UI at their boldest (tests/browser/fitted-titles.test.ts measures the ones
 * that are installed). First match wins; null: not known. */
const BOUNDS: readonly [RegExp, number][] = [
  [/^[\p{Cc}\p{Cf}]+$/u, 0],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u, 1.6],
  [/^\ufdfd/u, 14],
  [/^[\ufdf0-\ufdff]/u, 4],
  [/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uffef]/u, 1.1],
  [/^[ЖШЩЮМФЫЊЉЮѠΩΜΦΨжшщюмфыњљωψφμ]/u, 1.2],
  [/^[\p{sc=Cyrillic}\p{sc=Greek}]/u, 0.95],
  [/^\p{sc=Arabic}/u, 1],
  [/^\p{sc=Hebrew}/u, 0.9],
  [/^[\p{sc=Thai}\p{sc=Lao}]/u, 1],
  [/^\p{sc=Devanagari}/u, 1.8],
  [/^\p{sc=Latin}/u, 1.3],
]

function boundOf(grapheme: string): number | null {
  return BOUNDS.find(([pattern]) => pattern.test(grapheme))?.[1] ?? null
}
