/** The frames of a clip as planes of brightness and colour (BT.709, half the resolution for colour). The background is
 * drawn once; for each frame only the bars around the position are drawn, because the others do not move. */
import { UNPLAYED } from '#contract/listening/horizon-bars.ts'
import type { Box } from '#server/cards/drawing/lettering.ts'
import { type FloodColours, ORANGE, sharesOf } from '#server/cards/drawing/colours.ts'
import { CLIP_BARS, type ClipJob } from './clip-job.ts'
import type { Layout } from './layout.ts'

type Rgb = readonly [number, number, number]
type Yuv = readonly [number, number, number]

export type Loudness = {
  /** How loud each bar is, 0 to 1. */
  peaks: Float32Array
  /** How loud it is while each frame is shown, 0 to 1. */
  levels: Float32Array
}

const BAR_SHARE = 8 / 12
/** How many bars on each side of the position move with the audio, and by how much of their height. */
const MOVING = 9
const REACH = 4.5
const LIFT = 0.55
const RESTING = 0.8
const LOWEST_PX = 6
const POSITION_PX = 4
const STANDS_OUT_PX = 18
const GAP_BELOW_PX = 8
/** A zap is highlighted when the position reaches it. */
const STRIKE_SECONDS = 0.36
const WAITING_SATS = 0.3

export type Frames = { readonly buffer: Buffer; draw: (frame: number) => void }

export function createFrames(
  ground: { data: Buffer; width: number; height: number },
  layout: Layout,
  job: Pick<ClipJob, 'colours' | 'bars'>,
  sound: Loudness,
): Frames {
  const canvas = createCanvas(ground)
  const colours = inksOf(job.colours)
  const frameCount = sound.levels.length
  const seconds = frameCount / 30
  const step = layout.width / CLIP_BARS
  const width = even(step * BAR_SHARE)

  const drawBar = (bar: number, head: number, lift: number) => {
    const isPlayed = bar < Math.floor(head)
    const whole = Math.max(LOWEST_PX, sound.peaks[bar]! * layout.barsPx * Math.min(1, RESTING + lift))
    const x = even(bar * step)
    let bottom = layout.lineY
    for (const [index, part] of job.bars[bar]!.thousandths.entries()) {
      const high = even((whole * part) / 1_000)
      const ink = colours.shares[Math.min(index, colours.shares.length - 1)]!
      canvas.fill({ x, y: bottom - high, width, height: high }, isPlayed ? ink.played : ink.unplayed)
      bottom -= high
    }
  }
  const drawSats = (bar: number, passedSeconds: number) => {
    const { satsLength } = job.bars[bar]!
    if (satsLength === 0) return
    const box = { x: even(bar * step), y: layout.lineY + GAP_BELOW_PX, width, height: even(satsLength * layout.satsPx) }
    canvas.fill(box, colours.waitingSats)
    const struck = easeOut(Math.min(1, Math.max(0, passedSeconds / STRIKE_SECONDS)))
    canvas.fill({ ...box, height: even(box.height * struck) }, colours.sats)
  }

  // The still ones: all of them before they are played, then each again when the position is past it.
  for (let bar = 0; bar < CLIP_BARS; bar++) {
    drawBar(bar, 0, 0)
    drawSats(bar, 0)
  }
  canvas.keep()
  let kept = 0
  return {
    buffer: canvas.buffer,
    draw(frame) {
      const head = ((frame + 0.5) / frameCount) * CLIP_BARS
      const secondsPast = (bar: number) => ((head - bar) / CLIP_BARS) * seconds
      canvas.restore(layout.lineY - layout.barsPx - STANDS_OUT_PX, layout.lineY + GAP_BELOW_PX + layout.satsPx)
      const isSettled = (bar: number) => bar < head - MOVING && secondsPast(bar) > STRIKE_SECONDS
      const before = kept
      while (kept < CLIP_BARS && isSettled(kept)) {
        drawBar(kept, head, 0)
        drawSats(kept, STRIKE_SECONDS)
        kept++
      }
      if (kept > before) canvas.keep()
      for (let bar = kept; bar < Math.min(CLIP_BARS, head + MOVING); bar++) {
        const near = Math.exp(-(((bar + 0.5 - head) / REACH) ** 2))
        canvas.clear(
          { x: even(bar * step), y: layout.lineY - layout.barsPx, width, height: layout.barsPx },
          colours.flood,
        )
        drawBar(bar, head, near * LIFT * sound.levels[frame]!)
        drawSats(bar, secondsPast(bar))
      }
      const x = even(Math.min(layout.width - POSITION_PX, (head / CLIP_BARS) * layout.width))
      const high = layout.barsPx + STANDS_OUT_PX
      canvas.fill({ x, y: even(layout.lineY - high), width: POSITION_PX, height: even(high) }, colours.on)
    },
  }
}

const even = (value: number): number => 2 * Math.round(value / 2)
const easeOut = (part: number): number => 1 - (1 - part) ** 3

function inksOf(colours: FloodColours) {
  const flood = parse(colours.flood)
  const under = parse(colours.under)
  return {
    flood: toYuv(flood),
    on: toYuv(parse(colours.on)),
    shares: sharesOf(colours).map((hex) => ({
      played: toYuv(parse(hex)),
      unplayed: toYuv(mix(parse(hex), flood, UNPLAYED)),
    })),
    sats: toYuv(parse(ORANGE)),
    waitingSats: toYuv(mix(parse(ORANGE), under, WAITING_SATS)),
  }
}

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const mix = (one: Rgb, other: Rgb, part: number): Rgb =>
  one.map((channel, index) => channel * part + other[index]! * (1 - part)) as unknown as Rgb

/** BT.709, limited range. */
function toYuv([red, green, blue]: Rgb): Yuv {
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return [
    Math.round(16 + (y * 219) / 255),
    Math.round(128 + (((blue - y) / 1.8556) * 224) / 255),
    Math.round(128 + (((red - y) / 1.5748) * 224) / 255),
  ]
}

/** The three planes in one buffer, in the layout that encoders expect, and a copy without what moves. */
function createCanvas({ data, width, height }: { data: Buffer; width: number; height: number }) {
  const buffer = convert(data, width, height)
  const still = Buffer.alloc(buffer.length)
  const halfWidth = width / 2
  const planes = [
    { from: 0, stride: width, by: 1 },
    { from: width * height, stride: halfWidth, by: 2 },
    { from: width * height + (halfWidth * height) / 2, stride: halfWidth, by: 2 },
  ]
  const fill = (box: Box, ink: Yuv) => {
    for (const [index, { from, stride, by }] of planes.entries()) {
      const [left, right] = [box.x / by, (box.x + box.width) / by]
      for (let row = box.y / by; row < (box.y + box.height) / by; row++) {
        const start = from + row * stride
        buffer.fill(ink[index]!, start + left, start + right)
      }
    }
  }
  return {
    buffer,
    fill,
    clear: fill,
    /** Makes the current drawing permanent. */
    keep: () => void buffer.copy(still),
    /** Removes what was drawn since, between two rows. */
    restore(top: number, bottom: number) {
      for (const { from, stride, by } of planes) {
        const [start, end] = [from + Math.floor(top / by) * stride, from + Math.ceil(bottom / by) * stride]
        still.copy(buffer, start, start, end)
      }
    },
  }
}

function convert(rgb: Buffer, width: number, height: number): Buffer {
  const planes = Buffer.alloc((width * height * 3) / 2)
  const colour = width * height
  const quarter = colour / 4
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const sum = [0, 0, 0]
      for (const at of [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]) {
        const pixel: Rgb = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!]
        planes[at] = toYuv(pixel)[0]
        for (let channel = 0; channel < 3; channel++) sum[channel]! += pixel[channel]!
      }
      const [, blue, red] = toYuv(sum.map((channel) => channel / 4) as unknown as Rgb)
      const at = (y / 2) * (width / 2) + x / 2
      planes[colour + at] = blue
      planes[colour + quarter + at] = red
    }
  }
  return planes
}
