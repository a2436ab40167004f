/** The song as an edge: its sound stands on the ground of the player, its sats hang into it, and it seeks. Above the bar
 * on every page, and across the window on the full screen. */
import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getHorizon } from '#contract/listening/horizon.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { classNames } from '#web/ui/class-names.ts'
import { SeekSlider } from '#web/ui/controls/seek-slider.tsx'
import { useDrawing } from '#web/ui/images/canvas.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { drawEdge } from './draw.ts'

const FRESH_MS = 60_000
/** The heights are in theme.css. `hangsPx`: how far the sats hang into the ground. */
const KINDS = {
  bar: { hangsPx: 14, look: 'player-edge', ink: 'text-[light-dark(var(--under),var(--on))]' },
  screen: { hangsPx: 36, look: 'screen-edge', ink: 'text-(--on)' },
} as const

export function Edge({ contentId, kind = 'bar' }: { contentId: string; kind?: keyof typeof KINDS }) {
  const { hangsPx, look, ink } = KINDS[kind]
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
  useDrawing(canvas, (target) => drawEdge(target, horizon, duration > 0 ? Math.min(1, played / duration) : 0, hangsPx))
  return (
    <SeekSlider
      durationSeconds={duration}
      playedSeconds={played}
      label={t('player.seek')}
      valueText={t('player.position', { played: formatDuration(played), total: formatDuration(duration) })}
      onSeek={seek}
      className={look}
    >
      <canvas ref={canvas} className={classNames('block size-full caret-(--sats)', ink)} />
    </SeekSlider>
  )
}
