/** The horizon of a card: bars above the line in the colours of the shares, sats below it in orange. */
import {
  BAR_GAP,
  countBuckets,
  hangOf,
  type HorizonData,
  largestMsatOf,
  loudnessOf,
  LOWEST_BAR,
  sharesAt,
  UNPLAYED,
} from '#contract/listening/horizon-bars.ts'
import type { Box } from './lettering.ts'
import { round } from './svg.ts'

export type Wave = Pick<HorizonData, 'durationSeconds' | 'bucketSeconds' | 'peaks' | 'shares' | 'sums'>

/** The flood's inks, first share first. */
export type ShareColours = readonly [string, ...string[]]

const BAR_PX = 9
const MOST_BARS = 150
const HANGS_PX = 5

export const barsIn = (width: number): number => Math.max(1, Math.min(MOST_BARS, Math.floor(width / BAR_PX)))

/** Bars at the bottom of the box. Those after `played` (0 to 1) are fainter. */
export function drawStanding(wave: Wave, { x, y, width, height }: Box, colours: ShareColours, played = 1): string {
  const count = barsIn(width)
  const step = width / count
  const buckets = countBuckets(wave)
  // It is low, so that a quiet song is drawn as high as a loud one.
  const loudest = Math.max(LOWEST_BAR, ...wave.peaks.map((peak) => peak / 100))
  const paths = new Map<string, string>()
  for (let bar = 0; bar < count; bar++) {
    const isPlayed = (bar + 0.5) / count <= played
    let bottom = y + height
    const whole = (loudnessOf(wave.peaks, bar, count) / loudest) * height
    for (const [index, part] of sharesAt(wave, Math.floor((bar / count) * buckets)).entries()) {
      const high = (whole * part) / 1_000
      const colour = colours[Math.min(index, colours.length - 1)]!
      const key = `fill="${colour}"${isPlayed ? '' : ` opacity="${UNPLAYED}"`}`
      paths.set(key, (paths.get(key) ?? '') + rect(x + bar * step, bottom - high, step * (1 - BAR_GAP), high))
      bottom -= high
    }
  }
  return Array.from(paths, ([key, d]) => `<path ${key} d="${d}"/>`).join('')
}

/** Bars at the top of the box, at the seconds that were zapped. */
export function drawHanging(wave: Wave, { x, y, width, height }: Box, colour: string): string {
  const count = barsIn(width)
  const step = width / count
  const buckets = countBuckets(wave)
  const largest = largestMsatOf(wave.sums)
  const hangs = new Map<number, number>()
  for (const { bucket, msatAmount } of wave.sums) {
    const bar = Math.min(count - 1, Math.floor((bucket / buckets) * count))
    hangs.set(bar, Math.max(hangs.get(bar) ?? 0, hangOf(msatAmount, largest)))
  }
  const d = Array.from(hangs, ([bar, hang]) =>
    rect(x + bar * step, y + HANGS_PX, step * (1 - BAR_GAP), hang * (height - HANGS_PX)),
  )
  return d.length === 0 ? '' : `<path fill="${colour}" d="${d.join('')}"/>`
}

const rect = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
