/** The fonts of the pages, opened with HarfBuzz: for measuring text, and for drawing it without a font of the system. Their
 * sizes are in em. */
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import * as fontverter from 'fontverter'
import { Blob, Buffer as Letters, Face, Font, shape, Variation } from 'harfbuzzjs'

export type OpenFace = { font: Font; has: ReadonlySet<number>; unitsPerEm: number }

/** A run of text in one face; `face` is null if no face has the characters. */
export type Run = { text: string; face: OpenFace | null }

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Grapheme clusters. */
export const splitLetters = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)

const fileOf = (family: string, script: string) =>
  `@fontsource-variable/${family}/files/${family}-${script}-standard-normal.woff2`

let display: Promise<OpenFace[]> | undefined
let text: Promise<OpenFace[]> | undefined

/** Bricolage Grotesque as used for titles. Loaded on first use: unpacking takes longer than all titles of a page. */
export function openDisplayFaces(): Promise<OpenFace[]> {
  display ??= Promise.all(
    ['latin', 'latin-ext', 'vietnamese'].map((script) =>
      openFace(fileOf('bricolage-grotesque', script), { wght: 800, wdth: 75, opsz: 96 }),
    ),
  )
  return display
}

/** Instrument Sans, semi-bold. */
export function openTextFaces(): Promise<OpenFace[]> {
  text ??= Promise.all(
    ['latin', 'latin-ext'].map((script) => openFace(fileOf('instrument-sans', script), { wght: 600, wdth: 100 })),
  )
  return text
}

async function openFace(file: string, axes: Readonly<Record<string, number>>): Promise<OpenFace> {
  const packed = await readFile(createRequire(import.meta.url).resolve(file))
  const bytes = await fontverter.convert(packed, 'truetype')
  const face = new Face(new Blob(Uint8Array.from(bytes).buffer))
  const font = new Font(face)
  font.setVariations(Object.entries(axes).map(([axis, value]) => new Variation(axis, value)))
  return { font, has: new Set(face.collectUnicodes()), unitsPerEm: face.upem }
}

/** Each character in the first face that has it. */
export function splitRuns(line: string, faces: readonly OpenFace[]): Run[] {
  const runs: Run[] = []
  for (const letter of splitLetters(line)) {
    const face = faces.find(({ has }) => Array.from(letter).every((one) => has.has(one.codePointAt(0)!))) ?? null
    const last = runs.at(-1)
    // A character without a face is a separate run, because its width is known only for a single character.
    if (last && face !== null && last.face === face) last.text += letter
    else runs.push({ text: letter, face })
  }
  return runs
}

export type PlacedGlyph = { id: number; xEm: number; yEm: number }

const buffer = new Letters()

/** The glyphs of one run, each from the start of the run, and how far the next run is. */
export function shapeRun(line: string, { font, unitsPerEm }: OpenFace): { glyphs: PlacedGlyph[]; widthEm: number } {
  buffer.reset()
  buffer.addText(line)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  let x = 0
  const glyphs = buffer.getGlyphInfos().map(({ codepoint }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!
    const glyph = { id: codepoint, xEm: (x + xOffset) / unitsPerEm, yEm: yOffset / unitsPerEm }
    x += xAdvance
    return glyph
  })
  return { glyphs, widthEm: x / unitsPerEm }
}
