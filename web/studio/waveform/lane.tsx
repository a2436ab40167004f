/** Segments below a waveform: each is a block with two edges that are dragged, or moved with the arrow keys.
 * The allowed positions are segments.ts. */
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { moveEdge, moveWhole, rangeOfEdge, type Edge, type Scale, type Segment } from './segments.ts'
import { writeTime } from './time.ts'

const BIG_STEPS = 10
/** A pointer that has moved less than this counts as a press. */
const DRAG_FROM_PX = 4

export type LaneSegment = Segment & {
  /** The accessible name. */
  name: string
  /** The content of the block. */
  mark: ReactNode
  isWrong?: boolean
}

type LaneProps<Row> = {
  label: string
  editing: { rows: readonly Row[]; selectedKey: string | null; choose: (key: string) => void; set: (row: Row) => void }
  describe: (row: Row, number: number) => Pick<LaneSegment, 'name' | 'mark'>
  wrongKeys: ReadonlySet<string>
  scale: Scale
}

export function WaveformLane<Row extends Segment>({ label, editing, describe, wrongKeys, scale }: LaneProps<Row>) {
  const { rows, selectedKey, choose, set } = editing
  const segments = rows.map((row, index) => ({
    ...row,
    ...describe(row, index + 1),
    isWrong: wrongKeys.has(row.key),
  }))
  const move = ({ key, startSeconds, endSeconds }: Segment) => {
    const row = rows.find((one) => one.key === key)
    if (row) set({ ...row, startSeconds, endSeconds })
  }
  const lane = useRef<HTMLDivElement>(null)
  const secondsPerPx = () => scale.durationSeconds / (lane.current?.getBoundingClientRect().width || 1)
  return (
    <div ref={lane} role="group" aria-label={label} className="relative h-11 rounded-small bg-sunken">
      {segments.map((segment) => (
        <Block
          key={segment.key}
          segment={segment}
          segments={segments}
          scale={scale}
          isSelected={segment.key === selectedKey}
          secondsPerPx={secondsPerPx}
          onChoose={() => choose(segment.key)}
          onMove={move}
        />
      ))}
    </div>
  )
}

type BlockProps = {
  segment: LaneSegment
  segments: readonly LaneSegment[]
  scale: Scale
  isSelected: boolean
  secondsPerPx: () => number
  onChoose: () => void
  onMove: (segment: Segment) => void
}

function Block({ segment, segments, scale, isSelected, secondsPerPx, onChoose, onMove }: BlockProps) {
  const { startSeconds, endSeconds, name, mark, isWrong } = segment
  const { durationSeconds } = scale
  const left = Math.min(1, startSeconds / durationSeconds)
  const right = Math.min(1, Math.max(startSeconds, endSeconds) / durationSeconds)
  const drag = useDrag(segment, DRAG_FROM_PX, (begun, px) =>
    onMove(moveWhole(segments, begun, begun.startSeconds + px * secondsPerPx(), scale)),
  )
  return (
    <div
      className={classNames(
        'absolute inset-y-0 min-w-[6px] rounded-small border-2',
        isWrong ? 'border-pink bg-pink-soft' : 'border-purple bg-purple-soft',
        isSelected ? 'z-10' : 'opacity-75',
      )}
      style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={t('editors.chooseSegment', { name, from: writeTime(startSeconds), to: writeTime(endSeconds) })}
        onClick={onChoose}
        {...drag}
        className="absolute inset-0 flex touch-none items-center justify-center overflow-hidden text-xs font-semi"
      >
        {mark}
      </button>
      {(['start', 'end'] as const).map((edge) => (
        <EdgeHandle key={edge} {...{ edge, segment, segments, scale, secondsPerPx, onMove, onChoose }} />
      ))}
    </div>
  )
}

function EdgeHandle({
  edge,
  segment,
  segments,
  scale,
  secondsPerPx,
  onMove,
  onChoose,
}: Omit<BlockProps, 'isSelected'> & { edge: Edge }) {
  const value = edge === 'start' ? segment.startSeconds : segment.endSeconds
  const { min, max } = rangeOfEdge(segments, segment, edge, scale)
  const moveTo = (seconds: number) => onMove(moveEdge(segments, segment, edge, seconds, scale))
  const drag = useDrag(segment, 0, (begun, px) =>
    moveTo((edge === 'start' ? begun.startSeconds : begun.endSeconds) + px * secondsPerPx()),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event, value, scale.stepSeconds, min, max)
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(target)
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={t(edge === 'start' ? 'editors.startOf' : 'editors.endOf', { name: segment.name })}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={writeTime(value, scale.stepSeconds < 1 ? 1 : 0)}
      onFocus={onChoose}
      onKeyDown={onKeyDown}
      {...drag}
      className={classNames(
        // The grip is thin, but its touch area is wide, and lies outside of narrow blocks.
        'absolute inset-y-0 z-10 w-6 cursor-ew-resize touch-none rounded-small',
        "after:absolute after:inset-y-2.5 after:w-1 after:rounded-pill after:bg-purple after:content-['']",
        edge === 'start' ? '-left-4 after:right-1' : '-right-4 after:left-1',
        segment.isWrong && 'after:bg-pink',
      )}
    />
  )
}

function keyTarget({ key, shiftKey }: KeyboardEvent, value: number, step: number, min: number, max: number) {
  const by = shiftKey ? BIG_STEPS : 1
  const steps = {
    ArrowLeft: -by,
    ArrowDown: -by,
    ArrowRight: by,
    ArrowUp: by,
    PageUp: BIG_STEPS,
    PageDown: -BIG_STEPS,
  }[key]
  if (key === 'Home') return min
  if (key === 'End') return max
  return steps === undefined ? null : value + steps * step
}

/** Reports how far the pointer has moved since it went down, with the segment as it was then. */
function useDrag(segment: Segment, leastPx: number, onDrag: (begun: Segment, px: number) => void) {
  const drag = useRef<{ begun: Segment; fromX: number; isMoving: boolean } | null>(null)
  const stop = () => {
    drag.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { begun: segment, fromX: event.clientX, isMoving: false }
    },
    onPointerMove: ({ clientX }: PointerEvent<HTMLElement>) => {
      if (!drag.current) return
      const px = clientX - drag.current.fromX
      drag.current.isMoving ||= Math.abs(px) >= leastPx
      if (drag.current.isMoving) onDrag(drag.current.begun, px)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
