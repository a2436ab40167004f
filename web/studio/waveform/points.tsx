/** Points on a lane below the waveform: each is a flag that is dragged, or moved with the arrow keys.
 * Segments with a start and an end are lane.tsx. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { KEY_STEPS } from '#web/format/key-steps.ts'
import { roundTo, writeTime } from './time.ts'

export type LanePoint = { key: string; seconds: number; name: string; isWrong?: boolean }

export function WaveformPoints({
  label,
  points,
  durationSeconds,
  stepSeconds,
  selectedKey,
  onChoose,
  onMove,
}: {
  label: string
  points: readonly LanePoint[]
  durationSeconds: number
  stepSeconds: number
  selectedKey: string | null
  onChoose: (key: string) => void
  onMove: (key: string, seconds: number) => void
}) {
  const lane = useRef<HTMLDivElement>(null)
  const begun = useRef<{ fromX: number; seconds: number } | null>(null)
  const moveTo = (key: string, seconds: number) =>
    onMove(key, Math.max(0, Math.min(roundTo(seconds, stepSeconds), durationSeconds)))
  const drag = (key: string, event: PointerEvent) => {
    const width = lane.current?.getBoundingClientRect().width ?? 0
    if (!begun.current || width === 0) return
    moveTo(key, begun.current.seconds + ((event.clientX - begun.current.fromX) / width) * durationSeconds)
  }
  const press = ({ key, seconds }: LanePoint, event: KeyboardEvent) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(key, seconds + steps * stepSeconds * (event.shiftKey ? 10 : 1))
  }
  const stop = () => {
    begun.current = null
  }
  return (
    <div ref={lane} role="group" aria-label={label} className="relative h-11 rounded-small bg-sunken">
      {points.map((point, index) => (
        <span
          key={point.key}
          role="slider"
          tabIndex={0}
          aria-label={point.name}
          aria-valuemin={0}
          aria-valuemax={Math.floor(durationSeconds)}
          aria-valuenow={point.seconds}
          aria-valuetext={writeTime(point.seconds)}
          onFocus={() => onChoose(point.key)}
          onKeyDown={(event) => press(point, event)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            begun.current = { fromX: event.clientX, seconds: point.seconds }
          }}
          onPointerMove={(event) => drag(point.key, event)}
          onPointerUp={stop}
          onPointerCancel={stop}
          style={{ left: `${Math.min(1, point.seconds / durationSeconds) * 100}%` }}
          className={classNames(
            'absolute inset-y-1.5 flex min-w-7 -translate-x-1/2 cursor-ew-resize touch-none items-center justify-center rounded-small px-1 text-xs font-bold',
            point.isWrong ? 'bg-pink text-highlight' : 'bg-purple text-highlight',
            point.key === selectedKey ? 'z-30 ring-2 ring-ink' : 'z-20',
          )}
        >
          {index + 1}
        </span>
      ))}
    </div>
  )
}
