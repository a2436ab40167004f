/** The bars above and below the line of a horizon, as numbers: for the pages, which draw on a canvas, and for the
 * server, which draws cards and clips. */
import type { Wire } from '#contract/endpoint.ts'
import type { getHorizon } from './horizon.ts'

export type HorizonData = Wire<typeof getHorizon>

/** The part of a bar's width that is the gap to the next one. */
export const BAR_GAP = 0.38
/** The opacity of the part that has not been played. */
export const UNPLAYED = 0.42
/** The height of silence, relative to the maximum loudness. */
export const LOWEST_BAR = 0.035

export const countBuckets = ({
  durationSeconds,
  bucketSeconds,
}: Pick<HorizonData, 'durationSeconds' | 'bucketSeconds'>): number =>
  Math.max(1, Math.ceil(durationSeconds / bucketSeconds - 1e-9))

/** The highest of the peaks that a bar represents, 0 to 1. */
export function loudnessOf(peaks: readonly number[], bar: number, count: number): number {
  let peak = LOWEST_BAR
  const last = Math.ceil(((bar + 1) / count) * peaks.length)
  for (let at = Math.floor((bar / count) * peaks.length); at < last; at++) peak = Math.max(peak, peaks[at]! / 100)
  return peak
}

/** The shares of each recipient in a bucket, in thousandths. */
export function sharesAt({ shares }: Pick<HorizonData, 'shares'>, bucket: number): readonly number[] {
  return shares.findLast((one) => one.bucket <= bucket)?.thousandths ?? [1_000]
}

/** A part of a bar above the line: heights from 0 to 1, the loudest bar being 1, and the place of the share. */
export type BarPart = { bar: number; share: number; bottom: number; top: number }

/** The bars of a small picture, which is low: a quiet recording is drawn as high as a loud one. */
export function loudnessBarsOf(
  wave: Pick<HorizonData, 'durationSeconds' | 'bucketSeconds' | 'peaks' | 'shares'>,
  count: number,
): BarPart[] {
  const buckets = countBuckets(wave)
  const loudest = Math.max(LOWEST_BAR, ...wave.peaks.map((peak) => peak / 100))
  return Array.from({ length: count }, (_, bar) => {
    const height = loudnessOf(wave.peaks, bar, count) / loudest
    let bottom = 0
    return sharesAt(wave, Math.floor((bar / count) * buckets)).map((thousandths, share) => {
      const part = { bar, share, bottom, top: bottom + (height * thousandths) / 1_000 }
      bottom = part.top
      return part
    })
  }).flat()
}

/** The bars below the line that have sats, with their lengths from 0 to 1. */
export function satsBarsOf(
  wave: Pick<HorizonData, 'durationSeconds' | 'bucketSeconds' | 'sums'>,
  count: number,
): Map<number, number> {
  const buckets = countBuckets(wave)
  const largest = largestMsatOf(wave.sums)
  const lengths = new Map<number, number>()
  for (const { bucket, msatAmount } of wave.sums) {
    const bar = Math.min(count - 1, Math.floor((bucket / buckets) * count))
    lengths.set(bar, Math.max(lengths.get(bar) ?? 0, lengthOf(msatAmount, largest)))
  }
  return lengths
}

const SHORTEST = 0.08
const LEAST_MAX_MSAT = 1_000_000
const MSAT_PER_SAT = 1_000

/** The length of a bar below the line, 0.08 to 1, relative to the largest sum. */
export function lengthOf(msatAmount: number, largestMsat: number): number {
  const sats = Math.max(1, msatAmount / MSAT_PER_SAT)
  const most = Math.max(largestMsat, LEAST_MAX_MSAT) / MSAT_PER_SAT
  return Math.min(1, Math.max(SHORTEST, (Math.log10(sats) - 1) / (Math.log10(most) - 1)))
}

export const largestMsatOf = (sums: readonly { msatAmount: number }[]): number =>
  sums.reduce((most, { msatAmount }) => Math.max(most, msatAmount), 0)
