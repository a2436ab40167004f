/** The layout of a clip, and its static background: everything except the horizon, as SVG. */
import { type OpenFace, openDisplayFaces, openTextFaces } from '#server/platform/text/faces.ts'
import { lineStyle, titleStyle } from '#server/cards/drawing/card.ts'
import { CREAM, ORANGE } from '#server/cards/drawing/colours.ts'
import { type Box, drawableText, writeText } from '#server/cards/drawing/lettering.ts'
import { drawArcs, drawMark } from '#server/cards/drawing/mark.ts'
import { writeSvg } from '#server/cards/drawing/svg.ts'
import type { ClipJob, ClipShape } from './clip-job.ts'

/** All numbers are even, because colour has half the resolution of brightness. */
export type Layout = {
  width: number
  height: number
  cover: Box
  /** The cover when the fonts lack the characters of the title. */
  alone: Box
  title: Box
  titleMostPx: number
  /** The line between the waveform and the sats. */
  lineY: number
  barsPx: number
  satsPx: number
}

const SIDE = 1_080
const MARGIN = 48
const BYLINE_PX = 40
const MARK_PX = 48

export const layouts: Readonly<Record<ClipShape, Layout>> = {
  square: {
    width: SIDE,
    height: SIDE,
    cover: { x: SIDE - 540, y: 0, width: 540, height: 540 },
    alone: { x: SIDE - 620, y: 0, width: 620, height: 620 },
    title: { x: MARGIN, y: 60, width: SIDE - 540 - MARGIN - 32, height: 430 },
    titleMostPx: 230,
    lineY: 860,
    barsPx: 210,
    satsPx: 120,
  },
  tall: {
    width: SIDE,
    height: 1_920,
    cover: { x: 0, y: 0, width: SIDE, height: SIDE },
    alone: { x: 0, y: 0, width: SIDE, height: SIDE },
    title: { x: MARGIN, y: 1_124, width: SIDE - 2 * MARGIN, height: 190 },
    titleMostPx: 230,
    lineY: 1_600,
    barsPx: 190,
    satsPx: 150,
  },
}

export async function drawBackground(job: ClipJob): Promise<{ svg: string; cover: Box | null }> {
  const [display, text] = await Promise.all([openDisplayFaces(), openTextFaces()])
  const layout = layouts[job.shape]
  const { width, height, lineY } = layout
  const { colours } = job
  const cover = drawableText(job.title, display) === null ? layout.alone : layout.cover
  const style = { ...titleStyle(display, colours.on), mostPx: layout.titleMostPx, leastPx: 44 }
  const title = writeText(job.title, layout.title, style)
  const bylineY = title === null ? layout.title.y : title.baselinePx + Math.max(14, title.sizePx * 0.2)
  const bylineBox = { ...layout.title, y: bylineY + 12, height: BYLINE_PX * 1.4 }
  const footY = height - MARGIN - MARK_PX
  const nameBox = { x: MARGIN + MARK_PX * 1.12 + 16, y: footY + 5, width: 400, height: MARK_PX }
  const shown = [
    `<rect width="${width}" height="${height}" fill="${colours.flood}"/>`,
    `<rect y="${lineY}" width="${width}" height="${height - lineY}" fill="${colours.under}"/>`,
    job.coverPath === null ? drawArcs(cover, colours.two) : '',
    title?.svg ?? '',
    writeText(job.byline, bylineBox, lineStyle(text, colours.on, BYLINE_PX))?.svg ?? '',
    drawMark(MARGIN, footY, MARK_PX, ORANGE),
    writeText(job.brand, nameBox, { ...titleStyle(display, CREAM), mostPx: 50, leastPx: 30, linesMax: 1 })?.svg ?? '',
    drawHost(job.host, text, { width, footY }),
  ]
  const svg = writeSvg({ width, height }, shown)
  return { svg, cover: job.coverPath === null ? null : cover }
}

/** The host name of this server, at the bottom right. */
function drawHost(
  host: string,
  faces: readonly OpenFace[],
  { width, footY }: { width: number; footY: number },
): string {
  const style = lineStyle(faces, CREAM, 34)
  const box = { x: 0, y: footY + 11, width: width / 2, height: 44 }
  const plain = host === '' ? null : writeText(host, box, style)
  if (plain === null) return ''
  return writeText(host, { ...box, x: width - MARGIN - plain.widthPx }, style)?.svg ?? ''
}
