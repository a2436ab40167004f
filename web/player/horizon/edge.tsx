/** The upper edge of the player is the song: its sound stands over the page, its sats hang into the bar, and it seeks. */
import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getHorizon } from '#contract/listening/horizon.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { SeekSlider } from '#web/ui/controls/seek-slider.tsx'
import { useDrawing } from '#web/ui/images/canvas.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { drawEdge } from './draw.ts'

/** How far the sats hang into the bar; the height is in theme.css (player-edge). */
const HANGS_PX = 14
const FRESH_MS = 60_000

export function Edge({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const { data: horizon } = useQuery({
    ...callQuery(call, getHorizon, { params: { contentId } }),
    staleTime: FRESH_MS,
    retry: false,
  })
  const canvas = useRef<HTMLCanvasElement>(null)
  const played = usePlayer((state) => state.trackPlayedSeconds)
  const duration = usePlayer((state) => state.trackDuration)
  const seek = usePlayer((state) => state.seek)
  useDrawing(canvas, (target) => drawEdge(target, horizon, duration > 0 ? Math.min(1, played / duration) : 0, HANGS_PX))
  return (
    <SeekSlider
      durationSeconds={duration}
      playedSeconds={played}
      label={t('player.seek')}
      valueText={t('player.position', { played: formatDuration(played), total: formatDuration(duration) })}
      onSeek={seek}
      className="player-edge"
    >
      <canvas ref={canvas} className="block size-full text-[light-dark(var(--under),var(--on))] caret-orange" />
    </SeekSlider>
  )
}
