/** Text as paths, as large as its box allows. Only characters in the fonts of the pages are drawn, because system fonts
 * are not used. */
import { type OpenFace, shapeRun, splitLetters, splitRuns } from '#server/platform/text/faces.ts'
import { round } from './svg.ts'

export type Box = { x: number; y: number; width: number; height: number }

export type Lettering = {
  faces: readonly OpenFace[]
  colour: string
  mostPx: number
  leastPx: number
  /** In em, from one line to the next. */
  lineHeight: number
  trackingEm: number
  linesMax: number
}

/** The height of capitals, and the depth of descenders below the baseline, in em. */
const CAPITALS_EM = 0.72
const BELOW_EM = 0.22
const STEP_PX = 2
const ELLIPSIS = '…'

/** The text without characters that no font has, such as emoji; null when letters would be missing or nothing
 * remains. */
export function drawableText(text: string, faces: readonly OpenFace[]): string | null {
  const runs = splitRuns(text.replaceAll(/\s+/gu, ' '), faces)
  if (runs.some((run) => run.face === null && /[\p{L}\p{N}]/u.test(run.text))) return null
  const drawable = runs
    .map((run) => (run.face === null ? '' : run.text))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return drawable === '' ? null : drawable
}

export type Written = {
  /** A fragment of SVG. */
  svg: string
  /** The baseline of the lowest line. */
  baselinePx: number
  sizePx: number
  /** How wide the widest line is. */
  widthPx: number
}

/** Writes the text at the top of the box; null when nothing of it can be drawn. */
export function writeText(text: string, box: Box, style: Lettering): Written | null {
  const drawable = drawableText(text, style.faces)
  if (drawable === null) return null
  const { sizePx, lines } = fit(drawable, box, style)
  const high = (lines.length - 1) * style.lineHeight * sizePx
  const first = box.y + CAPITALS_EM * sizePx
  const drawn = lines.map((line, index) =>
    drawLine(line, { x: box.x, baseline: first + index * style.lineHeight * sizePx, sizePx }, style),
  )
  return {
    svg: `<g fill="${style.colour}">${drawn.join('')}</g>`,
    baselinePx: first + high,
    sizePx,
    widthPx: Math.max(...lines.map((line) => widthEm(line, style))) * sizePx,
  }
}

/** How wide the text is in one line. */
export const widthEm = (text: string, { faces, trackingEm }: Pick<Lettering, 'faces' | 'trackingEm'>): number =>
  splitRuns(text, faces).reduce(
    (sum, run) => sum + (run.face === null ? 0 : shapeRun(run.text, run.face).widthEm),
    trackingEm * splitLetters(text).length,
  )

type Fit = { sizePx: number; lines: string[] }

/** The largest size at which the text is inside the box; at the smallest size, what does not fit is cut off. */
function fit(text: string, box: Box, style: Lettering): Fit {
  const words = text.split(' ')
  for (let sizePx = style.mostPx; sizePx > style.leastPx; sizePx -= STEP_PX) {
    const lines = fillLines(words, box.width / sizePx, style)
    // Words are broken only at the smallest size.
    if (lines !== null && lines.length <= linesAt(sizePx, box, style)) return { sizePx, lines }
  }
  const sizePx = style.leastPx
  const limit = box.width / sizePx
  const lines =
    fillLines(
      words.flatMap((word) => breakWord(word, limit, style)),
      limit,
      style,
    ) ?? []
  const shown = lines.slice(0, linesAt(sizePx, box, style))
  if (shown.length < lines.length) shown.push(shorten(shown.pop() ?? '', limit, style))
  return { sizePx, lines: shown }
}

const linesAt = (sizePx: number, { height }: Box, { lineHeight, linesMax }: Lettering): number =>
  Math.max(1, Math.min(linesMax, 1 + Math.floor((height / sizePx - CAPITALS_EM - BELOW_EM) / lineHeight)))

/** Null when a word is wider than a line. */
function fillLines(words: readonly string[], limitEm: number, style: Lettering): string[] | null {
  const lines: string[] = []
  for (const word of words) {
    if (widthEm(word, style) > limitEm) return null
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthEm(longer, style) <= limitEm) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function breakWord(word: string, limitEm: number, style: Lettering): string[] {
  const parts: string[] = []
  for (const letter of splitLetters(word)) {
    const longer = (parts.at(-1) ?? '') + letter
    if (parts.length > 0 && widthEm(longer, style) <= limitEm) parts[parts.length - 1] = longer
    else parts.push(letter)
  }
  return parts
}

function shorten(line: string, limitEm: number, style: Lettering): string {
  const letters = splitLetters(line)
  while (letters.length > 0 && widthEm(`${letters.join('')}${ELLIPSIS}`, style) > limitEm) letters.pop()
  return `${letters.join('').trimEnd()}${ELLIPSIS}`
}

type Place = { x: number; baseline: number; sizePx: number }

function drawLine(line: string, { x, baseline, sizePx }: Place, { faces, trackingEm }: Lettering): string {
  let em = 0
  const paths: string[] = []
  for (const { text, face } of splitRuns(line, faces)) {
    if (face === null) continue
    const { glyphs, widthEm: runEm } = shapeRun(text, face)
    const scale = sizePx / face.unitsPerEm
    for (const [index, { id, xEm, yEm }] of glyphs.entries()) {
      const left = x + (em + xEm + trackingEm * index) * sizePx
      const shape = face.font.glyphToPath(id)
      if (shape === '') continue
      paths.push(
        `<path transform="translate(${round(left)} ${round(baseline - yEm * sizePx)}) scale(${scale} ${-scale})" d="${shape}"/>`,
      )
    }
    em += runEm + trackingEm * splitLetters(text).length
  }
  return paths.join('')
}
