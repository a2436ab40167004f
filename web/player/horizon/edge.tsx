/** The song as an edge: its sound above the player bar, its sats inside the bar, and it seeks. Above the bar
 * on every page, and in the small window. The full screen has now-horizon.tsx. */
import { useRef } from 'react'
import { usePlayer } from '#web/player/state/store.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useDrawing } from '#web/ui/images/canvas.ts'
import { drawEdge } from './draw.ts'
import { TrackSeek, useHorizon } from './now-horizon.tsx'

/** The height of the sats inside the bar. The heights are in theme.css. */
const SATS_PX = 14

export function Edge({ contentId }: { contentId: string }) {
  return (
    <TrackSeek className="player-edge edge-ground">
      <EdgeDrawing key={contentId} contentId={contentId} look={`${INK} edge-rises`} />
    </TrackSeek>
  )
}

/** The edge of the record before, sinking. */
export function FormerEdge({ contentId }: { contentId: string }) {
  return (
    <div aria-hidden="true" className="player-edge pointer-events-none">
      <EdgeDrawing contentId={contentId} look={`${INK} edge-sinks`} isFormer />
    </div>
  )
}

const INK = 'text-[light-dark(var(--under),var(--on))]'

/** `look`: the colour of the sound. */
export function EdgeDrawing({
  contentId,
  look,
  isFormer = false,
}: {
  contentId: string
  look: string
  isFormer?: boolean
}) {
  const horizon = useHorizon(contentId)
  const canvas = useRef<HTMLCanvasElement>(null)
  const progress = usePlayer((state) => (isFormer ? 1 : state.trackProgress))
  useDrawing(canvas, (target) => drawEdge(target, horizon, progress, SATS_PX))
  return <canvas ref={canvas} className={classNames('block size-full caret-(--sats)', look)} />
}
