/** The horizon of an embedded player as SVG paths: rendered by the server for the first track or episode, and by the player's
 * script for the following ones. */
import type { Wire } from '#contract/endpoint.ts'
import type { getHorizon } from '#contract/listening/horizon.ts'
import { BAR_GAP, satsBarsOf, loudnessBarsOf } from '#contract/listening/horizon-bars.ts'

type HorizonData = Wire<typeof getHorizon>

export const WAVE_BARS = 120
const BAR = 1 - BAR_GAP
/** Later shares are drawn like the third. */
const SHARES = 3

export type Wave = {
  /** One path each for the first, second and third share, drawn upwards from the line. */
  sound: string[]
  sats: string
}

/** In a box of 120 by 100. Flat while the loudness is not known. */
export function waveOf(horizon: HorizonData): Wave {
  const sound = Array.from({ length: SHARES }, () => '')
  for (const { bar, share, bottom, top } of loudnessBarsOf(horizon, WAVE_BARS)) {
    sound[Math.min(share, SHARES - 1)] += drawBar(bar, 100 - bottom * 100, 100 - top * 100)
  }
  const sats = Array.from(satsBarsOf(horizon, WAVE_BARS), ([bar, length]) => drawBar(bar, 0, length * 100))
  return { sound, sats: sats.join('') }
}

const round = (value: number) => Math.round(value * 10) / 10
const drawBar = (at: number, from: number, to: number) => `M${at} ${round(from)}h${BAR}V${round(to)}h-${BAR}z`
