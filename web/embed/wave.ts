/** The horizon of an embedded player as paths of SVG: written by the server for the first sound, and by the player's
 * script for those after it. */
import type { Wire } from '#contract/endpoint.ts'
import type { getHorizon } from '#contract/listening/horizon.ts'
import { countBuckets, hangOf, largestMsatOf, sharesAt } from '#contract/listening/horizon-bars.ts'

type HorizonData = Wire<typeof getHorizon>

export const WAVE_BARS = 120
const BAR = 0.62
const LOWEST_PERCENT = 3.5
/** Later shares are drawn like the third. */
const SHARES = 3

export type Wave = {
  /** Of the first, second and third share, from the line upwards. */
  sound: string[]
  sats: string
}

/** In a box of 120 by 100; an even line while the loudness is not known. */
export function waveOf(horizon: HorizonData): Wave {
  const { sums } = horizon
  const peaks = horizon.peaks.length > 0 ? horizon.peaks : [0]
  const buckets = countBuckets(horizon)
  const loudest = Math.max(LOWEST_PERCENT, ...peaks)
  const sound = Array.from({ length: SHARES }, () => '')
  for (let at = 0; at < WAVE_BARS; at++) {
    const own = peaks.slice(
      Math.floor((at / WAVE_BARS) * peaks.length),
      Math.ceil(((at + 1) / WAVE_BARS) * peaks.length),
    )
    const height = Math.max(LOWEST_PERCENT, (Math.max(...own) / loudest) * 100)
    const bucket = Math.floor((at / WAVE_BARS) * buckets)
    let bottom = 100
    for (const [index, part] of sharesAt(horizon, bucket).entries()) {
      const top = bottom - (height * part) / 1_000
      sound[Math.min(index, SHARES - 1)] += bar(at, bottom, top)
      bottom = top
    }
  }
  const largest = largestMsatOf(sums)
  const sats = sums.map(({ bucket, msatAmount }) =>
    bar(Math.min(WAVE_BARS - 1, Math.floor((bucket / buckets) * WAVE_BARS)), 0, hangOf(msatAmount, largest) * 100),
  )
  return { sound, sats: sats.join('') }
}

const round = (value: number) => Math.round(value * 10) / 10
const bar = (at: number, from: number, to: number) => `M${at} ${round(from)}h${BAR}V${round(to)}h-${BAR}z`
