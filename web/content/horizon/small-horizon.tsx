/** A small horizon: the sound above a line, the sats below it, without words. It repeats nothing: the figures beside it
 * say how much, this says where. All of a list come with one call. */
import { useEffect } from 'react'
import { listSmallHorizons, SMALL_HORIZON_BUCKETS as COUNT } from '#contract/listening/horizon.ts'
import type { Wire } from '#contract/endpoint.ts'
import { useSite } from '#web/data/site.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { useHydrated } from '#web/data/use-hydrated.ts'
import { lengthOf, largestMsatOf } from '#contract/listening/horizon-bars.ts'
import { listenToZaps } from './live-zaps.ts'

type SmallData = Wire<typeof listSmallHorizons>[number]

/** Of a bar and the gap after it. */
const BAR = 0.62
const LOWEST_PERCENT = 3.5

export function SmallHorizon({ contentId, ids }: { contentId: string; ids: readonly string[] }) {
  const all = usePageData(listSmallHorizons, { query: { contentIds: ids.join(',') } })
  const data = all?.find((one) => one.contentId === contentId)
  const { queries } = useSite()
  // The server renders none, and another row may have loaded the data before this one hydrates.
  const isHydrated = useHydrated()
  // The figures beside it move when a zap arrives.
  useEffect(() => listenToZaps(queries, null, () => undefined), [queries])
  if (!data || !isHydrated) return null
  return (
    <>
      <svg viewBox={`0 0 ${COUNT} 100`} preserveAspectRatio="none" className="small-sound">
        <path d={loudnessPath(data)} />
      </svg>
      <svg viewBox={`0 0 ${COUNT} 100`} preserveAspectRatio="none" className="small-sats">
        <path d={satsPath(data)} />
      </svg>
    </>
  )
}

const bar = (at: number, from: number, to: number) => `M${at} ${from}h${BAR}V${to}h-${BAR}z`

function loudnessPath({ peaks }: SmallData): string {
  const all = peaks.length > 0 ? peaks : Array.from({ length: COUNT }, () => 0)
  // A row is low, so a quiet song is drawn as high as a loud one.
  const loudest = Math.max(LOWEST_PERCENT, ...all)
  return all
    .map((peak, at) => bar(at, 100, Math.round(100 - Math.max(LOWEST_PERCENT, (peak / loudest) * 100))))
    .join('')
}

function satsPath({ sums }: SmallData): string {
  const largest = largestMsatOf(sums)
  return sums.map(({ bucket, msatAmount }) => bar(bucket, 0, Math.round(lengthOf(msatAmount, largest) * 100))).join('')
}
