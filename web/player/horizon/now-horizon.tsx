/** The horizon of what plays, across the full screen: its sound above the line, which seeks, and below it the sats with the
 * faces of those who sent the most. */
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { HorizonData } from '#contract/listening/horizon-bars.ts'
import { getHorizon } from '#contract/listening/horizon.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { currentTrack } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { SeekSlider } from '#web/ui/controls/seek-slider.tsx'
import { useDrawing } from '#web/ui/images/canvas.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { drawSats, drawLoudness } from './draw.ts'
import { Faces } from './faces.tsx'

const FRESH_MS = 60_000
const FACES_PX = 46

/** Requested while it plays. The former one is shown as it is known: an item of another server has none here. */
export function useHorizon(contentId: string): HorizonData | undefined {
  const { call } = useSite()
  const query = callQuery(call, getHorizon, { params: { contentId } })
  const enabled = usePlayer((state) => {
    const track = currentTrack(state)
    return track?.id === contentId && track.isElsewhere !== true
  })
  return useQuery({ ...query, staleTime: FRESH_MS, retry: false, enabled }).data
}

/** Seeks in what plays. Its appearance is its content. */
export function TrackSeek({ className, children }: { className: string; children: ReactNode }) {
  const played = usePlayer((state) => state.trackPlayedSeconds)
  const duration = usePlayer((state) => state.trackDuration)
  const seek = usePlayer((state) => state.seek)
  return (
    <SeekSlider
      durationSeconds={duration}
      playedSeconds={played}
      label={t('player.seek')}
      valueText={t('player.position', { played: formatDuration(played), total: formatDuration(duration) })}
      onSeek={seek}
      className={className}
    >
      {children}
    </SeekSlider>
  )
}

export function NowSound({ contentId }: { contentId: string }) {
  const horizon = useHorizon(contentId)
  const canvas = useRef<HTMLCanvasElement>(null)
  const played = usePlayer((state) => state.trackPlayedSeconds)
  const duration = usePlayer((state) => state.trackDuration)
  useDrawing(canvas, (target) => {
    if (horizon) drawLoudness(target, horizon, duration > 0 ? Math.min(1, played / duration) : 0)
  })
  return (
    <TrackSeek className="now-sound">
      <canvas
        ref={canvas}
        className="block size-full text-(--on) caret-(--two) decoration-(--share-4) outline-(--three)"
      />
    </TrackSeek>
  )
}

export function NowSats({ contentId }: { contentId: string }) {
  const horizon = useHorizon(contentId)
  const canvas = useRef<HTMLCanvasElement>(null)
  const seek = usePlayer((state) => state.seek)
  useDrawing(canvas, (target) => {
    if (horizon) drawSats(target, horizon, FACES_PX)
  })
  return (
    <div className="relative size-full">
      <canvas ref={canvas} className="block size-full text-orange" />
      {horizon && <Faces horizon={horizon} onPlay={seek} />}
    </div>
  )
}
