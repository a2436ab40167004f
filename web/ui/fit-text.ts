/** How wide amounts and fixed titles are in the display font, in em, so that the style sheet can fit them into their
 * container. Titles of content are measured exactly, by the server (server/platform/text/title-fit.ts); these widths are
 * of single letters, as measured there. */
type Lines = { em: number; breaks: readonly number[] }
export type TitleFit = { wide: Lines; narrow: Lines; lineEm: number }

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789,.<’? '
/** In thousandths of an em, in the order of the letters. */
const WIDTHS = (
  '433 420 416 422 314 304 421 417 190 263 426 324 624 472 433 416 434 421 404 367 419 436 657 452 437 343 392 408 382 ' +
  '408 389 274 402 402 186 199 403 182 615 403 397 411 408 289 378 254 401 400 646 427 399 349 416 236 407 392 438 414 ' +
  '435 352 419 426 138 162 340 159 312 144'
)
  .split(' ')
  .map(Number)
/** Of a letter in a script that the display font does not have. */
const FULL_WIDTH = 1100
/** Pairs of letters may stand farther apart than their widths say. */
const PAIRS = 1.015
/** On phones a line is as wide as the longest word, or this. */
const NARROW_LINE_EM = 3.2

export function textWidth(text: string): number {
  // Accents stand above letters.
  const letters = Array.from(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
  const sum = letters.reduce((width, letter) => width + (WIDTHS[LETTERS.indexOf(letter)] ?? FULL_WIDTH), 0)
  return Number(((sum / 1_000) * PAIRS).toFixed(3))
}

/** One line in wide windows; on phones as few lines as fit, of about the same width. */
export function fitText(text: string): TitleFit {
  const words = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const widths = words.map(({ start, end }) => textWidth(text.slice(start, end)))
  const longest = Math.max(...widths)
  const most = breakLines(text, words, Math.max(NARROW_LINE_EM, longest)).length
  const limits = words.flatMap(({ start }, from) =>
    words.slice(from).map(({ end }) => textWidth(text.slice(start, end))),
  )
  const limit = limits
    .toSorted((a, b) => a - b)
    .find((one) => one >= longest && breakLines(text, words, one).length <= most)
  const lines = breakLines(text, words, limit ?? longest)
  const lineEm = textWidth(text)
  return {
    lineEm,
    wide: { em: lineEm, breaks: [] },
    narrow: {
      em: Math.max(...lines.map(({ start, end }) => textWidth(text.slice(start, end)))),
      breaks: lines.slice(0, -1).map(({ end }) => end),
    },
  }
}

type Part = { start: number; end: number }

function breakLines(text: string, words: readonly Part[], limit: number): Part[] {
  const lines: Part[] = []
  for (const { start, end } of words) {
    const line = lines.at(-1)
    if (line && textWidth(text.slice(line.start, end)) <= limit) line.end = end
    else lines.push({ start, end })
  }
  return lines
}
