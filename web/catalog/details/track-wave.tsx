/** The small horizon of a track in a row: how loud it is above a line, what it was sent below it. */
import { getHorizon } from '#contract/listening/horizon.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { hangOf, largestSum, type HorizonData } from '#web/player/horizon/draw.ts'

const BARS = 44
/** A bar with its gap. */
const STEP = 10
const BAR = 6
const SOUND = 62
const SATS = 34
const LOWEST = 0.06

/** `horizonId`: the track itself, or its album, whose horizon has all tracks. */
export function TrackWave({ horizonId, trackId }: { horizonId: string; trackId: string }) {
  const horizon = usePageData(getHorizon, { params: { contentId: horizonId } })
  const part = horizon?.parts.find(({ contentId }) => contentId === trackId)
  if (!horizon || !part || horizon.peaks.length === 0) return null
  const { sound, sats } = drawRow(horizon, part)
  return (
    <svg
      viewBox={`0 0 ${BARS * STEP} ${SOUND + SATS}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block size-full"
    >
      <path d={sound} fill="currentColor" />
      <path d={`M0 ${SOUND}h${BARS * STEP}v2h-${BARS * STEP}z`} fill="currentColor" opacity="0.25" />
      <path d={sats} className="fill-orange" />
    </svg>
  )
}

function drawRow(horizon: HorizonData, part: HorizonData['parts'][number]): { sound: string; sats: string } {
  const { peaks, durationSeconds, bucketSeconds, sums } = horizon
  const first = (part.startSeconds / durationSeconds) * peaks.length
  const each = ((part.durationSeconds / durationSeconds) * peaks.length) / BARS
  let sound = ''
  for (let bar = 0; bar < BARS; bar++) {
    const from = Math.floor(first + bar * each)
    const loudest = Math.max(...peaks.slice(from, Math.max(from + 1, Math.floor(first + (bar + 1) * each))), 0)
    const height = Math.round(Math.max(LOWEST, loudest / 100) * SOUND)
    sound += `M${bar * STEP} ${SOUND}h${BAR}v-${height}h-${BAR}z`
  }
  const largest = largestSum(horizon)
  const hangs = new Map<number, number>()
  for (const { bucket, msatAmount } of sums) {
    const at = (bucket * bucketSeconds - part.startSeconds) / part.durationSeconds
    if (at < 0 || at >= 1) continue
    const bar = Math.floor(at * BARS)
    hangs.set(bar, Math.max(hangs.get(bar) ?? 0, hangOf(msatAmount, largest)))
  }
  const sats = Array.from(
    hangs,
    ([bar, hang]) => `M${bar * STEP} ${SOUND + 4}h${BAR}v${Math.round(hang * (SATS - 4))}h-${BAR}z`,
  )
  return { sound, sats: sats.join('') }
}
