/** The horizon of a card: bars above the line in the colours of the shares, sats below it in orange. */
import { BAR_GAP, type HorizonData, satsBarsOf, loudnessBarsOf, UNPLAYED } from '#contract/listening/horizon-bars.ts'
import type { Box } from './lettering.ts'
import { round } from './svg.ts'

export type Wave = Pick<HorizonData, 'durationSeconds' | 'bucketSeconds' | 'peaks' | 'shares' | 'sums'>

/** The flood's inks, first share first. */
export type ShareColours = readonly [string, ...string[]]

const BAR_PX = 9
const MOST_BARS = 150
const LINE_GAP_PX = 5

export const barsIn = (width: number): number => Math.max(1, Math.min(MOST_BARS, Math.floor(width / BAR_PX)))

/** Bars at the bottom of the box. Those after `played` (0 to 1) are fainter. */
export function drawLoudness(wave: Wave, { x, y, width, height }: Box, colours: ShareColours, played = 1): string {
  const count = barsIn(width)
  const step = width / count
  const paths = new Map<string, string>()
  for (const { bar, share, bottom, top } of loudnessBarsOf(wave, count)) {
    const isPlayed = (bar + 0.5) / count <= played
    const colour = colours[Math.min(share, colours.length - 1)]!
    const key = `fill="${colour}"${isPlayed ? '' : ` opacity="${UNPLAYED}"`}`
    const drawn = rect(x + bar * step, y + height * (1 - top), step * (1 - BAR_GAP), height * (top - bottom))
    paths.set(key, (paths.get(key) ?? '') + drawn)
  }
  return Array.from(paths, ([key, d]) => `<path ${key} d="${d}"/>`).join('')
}

/** Bars at the top of the box, at the seconds that were zapped. */
export function drawSats(wave: Wave, { x, y, width, height }: Box, colour: string): string {
  const count = barsIn(width)
  const step = width / count
  const d = Array.from(satsBarsOf(wave, count), ([bar, length]) =>
    rect(x + bar * step, y + LINE_GAP_PX, step * (1 - BAR_GAP), length * (height - LINE_GAP_PX)),
  )
  return d.length === 0 ? '' : `<path fill="${colour}" d="${d.join('')}"/>`
}

const rect = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
