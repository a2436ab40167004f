/** Draws a horizon: above the line the loudness, each bar in the colours of who is paid in that second; below it the sats.
 * Used by the player for its edge, and by pages for the whole. */
import {
  BAR_GAP,
  countBuckets,
  type HorizonData,
  loudnessOf,
  LOWEST_BAR,
  satsBarsOf,
  sharesAt,
  UNPLAYED,
} from '#contract/listening/horizon-bars.ts'
import { openCanvas } from '#web/ui/images/canvas.ts'

/** The width of a bar with its gap. */
const BAR_PX = 4.5
const MOST_BARS = 300
const POSITION_PX = 2
const POSITION_STANDS_OUT_PX = 10

/** As many bars as have room. */
const barsFor = (width: number): number => Math.max(1, Math.min(MOST_BARS, Math.floor(width / BAR_PX)))

/** Where each track or episode begins. */
export function startsOf({
  parts,
}: HorizonData): { contentId: string; startSeconds: number; durationSeconds: number }[] {
  let startSeconds = 0
  return parts.map(({ contentId, durationSeconds }) => {
    const part = { contentId, startSeconds, durationSeconds }
    startSeconds += durationSeconds
    return part
  })
}

/** The colours are those of the canvas itself, because a canvas cannot read `light-dark()`: text for the first share,
 * caret for the second, outline for the third, decoration for all others. `played` is null while something else plays:
 * then all of it is at full strength. */
export function drawLoudness(canvas: HTMLCanvasElement, horizon: HorizonData, played: number | null): void {
  const sheet = openCanvas(canvas)
  if (!sheet) return
  const { context, width, height } = sheet
  const style = getComputedStyle(canvas)
  const colours = [style.color, style.caretColor, style.outlineColor, style.textDecorationColor]
  const { peaks } = horizon
  const buckets = countBuckets(horizon)
  const count = barsFor(width)
  const step = width / count
  for (let bar = 0; bar < count; bar++) {
    context.globalAlpha = played === null || (bar + 0.5) / count <= played ? 1 : UNPLAYED
    let bottom = height
    const whole = loudnessOf(peaks, bar, count) * (height - POSITION_STANDS_OUT_PX)
    for (const [index, part] of sharesAt(horizon, Math.floor((bar / count) * buckets)).entries()) {
      const partPx = (whole * part) / 1_000
      context.fillStyle = colours[Math.min(index, colours.length - 1)]!
      context.fillRect(bar * step, bottom - partPx, step * (1 - BAR_GAP), partPx)
      bottom -= partPx
    }
  }
  context.globalAlpha = 1
  if (played !== null && played > 0) {
    context.fillStyle = colours[0]!
    context.fillRect(Math.min(width - POSITION_PX, played * width), 0, POSITION_PX, height)
  }
}

/** Between the line and the sats. */
const LINE_GAP_PX = 4

/** `foot` is kept free for faces. */
export function drawSats(canvas: HTMLCanvasElement, horizon: HorizonData, foot: number): void {
  const sheet = openCanvas(canvas)
  if (!sheet) return
  const { context, width, height } = sheet
  context.fillStyle = getComputedStyle(canvas).color
  drawSatsBars(context, horizon, { width, from: LINE_GAP_PX, height: height - foot - LINE_GAP_PX })
}

function drawSatsBars(
  context: CanvasRenderingContext2D,
  horizon: HorizonData,
  { width, from, height }: { width: number; from: number; height: number },
): void {
  const count = barsFor(width)
  const step = width / count
  for (const [bar, length] of satsBarsOf(horizon, count)) {
    context.fillRect(bar * step, from, Math.max(2, step * (1 - BAR_GAP)), length * height)
  }
}

const EDGE_UNPLAYED = 0.38
const EDGE_POSITION_STANDS_OUT_PX = 4
const NO_PEAKS: readonly number[] = []

/** The upper edge of the player: the loudness above the line, the sats in the upper `satsPx` of the bar. Text is the colour of
 * the loudness, caret that of the sats. An even low line until the horizon is known. */
export function drawEdge(
  canvas: HTMLCanvasElement,
  horizon: HorizonData | undefined,
  played: number,
  satsPx: number,
): void {
  const sheet = openCanvas(canvas)
  if (!sheet) return
  const { context, width, height } = sheet
  const style = getComputedStyle(canvas)
  const count = barsFor(width)
  const step = width / count
  const line = height - satsPx
  const peaks = horizon?.peaks ?? NO_PEAKS
  // It is low, so a quiet song is drawn as high as a loud one.
  const loudest = peaks.length > 0 ? Math.max(LOWEST_BAR, ...peaks.map((peak) => peak / 100)) : 1
  context.fillStyle = style.color
  for (let bar = 0; bar < count; bar++) {
    const barHeight = (loudnessOf(peaks, bar, count) / loudest) * (line - EDGE_POSITION_STANDS_OUT_PX)
    context.globalAlpha = (bar + 0.5) / count <= played ? 1 : EDGE_UNPLAYED
    context.fillRect(bar * step, line - barHeight, step * (1 - BAR_GAP), barHeight)
  }
  context.globalAlpha = 1
  context.fillRect(Math.min(width - POSITION_PX, played * width), 0, POSITION_PX, line)
  if (!horizon) return
  context.fillStyle = style.caretColor
  drawSatsBars(context, horizon, { width, from: line, height: satsPx })
}
