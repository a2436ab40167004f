/** Zaps that arrive while a horizon is shown: each first grows as a bar below the line, and is then merged into the data. */
import { useEffect, useState } from 'react'
import { getHorizon, HORIZON_ZAPS } from '#contract/listening/horizon.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { countBuckets, type HorizonData } from '#contract/listening/horizon-bars.ts'
import { startsOf } from '#web/player/horizon/draw.ts'
import { listenToZaps, type ZapNews } from './live-zaps.ts'

/** How long the bar grows. */
const GROWS_MS = 360

export type Arrival = { id: string; bucket: number; atSeconds: number; msatAmount: number }

export function useArrivals(contentId: string, horizon: HorizonData | undefined): readonly Arrival[] {
  const { queries } = useSite()
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  const isKnown = horizon !== undefined
  useEffect(() => {
    if (!isKnown) return
    const key = queryKeyOf(getHorizon, { params: { contentId } })
    return listenToZaps(queries, contentId, (news) => {
      const known = queries.getQueryData<HorizonData>(key)
      if (!known) return
      const arrival = arrivalOf(known, news)
      if (!arrival) return
      setArrivals((others) => [...others, arrival])
      setTimeout(() => {
        setArrivals((others) => others.filter(({ id }) => id !== arrival.id))
        queries.setQueryData<HorizonData>(key, (data) => data && addZap(data, news, arrival))
      }, GROWS_MS)
    })
  }, [queries, contentId, isKnown])
  return arrivals
}

/** Null for a zap without a position, and for one that the horizon has already. */
function arrivalOf(horizon: HorizonData, { id, contentId, atSeconds, msatAmount }: ZapNews): Arrival | null {
  const part = startsOf(horizon).find((one) => one.contentId === contentId)
  const durationSeconds = horizon.parts.find((one) => one.contentId === contentId)?.durationSeconds ?? 0
  if (!part || atSeconds === null || horizon.largest.some((zap) => zap.id === id)) return null
  const second = part.startSeconds + Math.min(atSeconds, durationSeconds)
  const bucket = Math.min(countBuckets(horizon) - 1, Math.floor(second / horizon.bucketSeconds))
  return { id, bucket, atSeconds: second, msatAmount }
}

function addZap(horizon: HorizonData, news: ZapNews, { bucket, atSeconds }: Arrival): HorizonData {
  const { id, contentId, msatAmount, settledAt, name, displayName, message } = news
  const before = horizon.sums.find((sum) => sum.bucket === bucket)?.msatAmount ?? 0
  const zap = {
    id,
    contentId,
    atSeconds,
    msatAmount,
    settledAt,
    name,
    displayName,
    artworkUrl: news.avatarUrl,
    message,
  }
  return {
    ...horizon,
    sums: [
      ...horizon.sums.filter((sum) => sum.bucket !== bucket),
      { bucket, msatAmount: before + msatAmount },
    ].toSorted((one, other) => one.bucket - other.bucket),
    largest: [...horizon.largest, zap]
      .toSorted((one, other) => other.msatAmount - one.msatAmount)
      .slice(0, HORIZON_ZAPS),
  }
}
