/** The part of a recording that becomes a clip: chosen on its waveform by pointer, by keyboard, or as times. */
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { CLIP_SECONDS_MAX } from '#contract/listening/clips.ts'
import { BAR_GAP, loudnessOf, UNPLAYED } from '#contract/listening/horizon-bars.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { KEY_STEPS } from '#web/format/key-steps.ts'
import { useDrawing, openCanvas } from '#web/ui/images/canvas.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { fitRange, moveEdge, type Edge, type Range } from './clip-times.ts'
import { readTime } from './share-links.ts'

const BAR_PX = 5

export function ClipRange({
  peaks,
  durationSeconds,
  range,
  onChange,
}: {
  peaks: readonly number[]
  durationSeconds: number
  range: Range
  onChange: (range: Range) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useDrawing(canvas, (target) => drawRange(target, peaks, range, durationSeconds))
  const { moving, start, move, end } = useDragging({ range, durationSeconds, onChange })
  const edges: readonly [Edge, string][] = [
    ['start', t('clips.start')],
    ['end', t('clips.end')],
  ]
  return (
    <div role="group" aria-label={t('clips.range')}>
      <div
        data-clip-range
        className="relative h-24 cursor-pointer touch-none select-none"
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <canvas ref={canvas} className="block size-full text-ink caret-purple" />
        {edges.map(([edge, label]) => (
          <Handle
            key={edge}
            label={label}
            seconds={range[edge]}
            durationSeconds={durationSeconds}
            isMoving={moving === edge}
            onMove={(seconds) => onChange(moveEdge(range, edge, seconds, durationSeconds))}
          />
        ))}
      </div>
      <div className="mt-3 flex items-end gap-3">
        {edges.map(([edge, label]) => (
          <TimeField
            key={edge}
            label={label}
            seconds={range[edge]}
            onChange={(seconds) => onChange(moveEdge(range, edge, seconds, durationSeconds))}
          />
        ))}
        <p className="min-w-0 flex-1 pb-3 text-right text-sm text-ink-2" aria-live="polite">
          {t('clips.length', { count: range.end - range.start })}
        </p>
      </div>
    </div>
  )
}

function Handle({
  label,
  seconds,
  durationSeconds,
  isMoving,
  onMove,
}: {
  label: string
  seconds: number
  durationSeconds: number
  isMoving: boolean
  onMove: (seconds: number) => void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key]
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? durationSeconds : step === undefined ? null : seconds + step
    if (target === null) return
    event.preventDefault()
    event.stopPropagation()
    onMove(target)
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.floor(durationSeconds)}
      aria-valuenow={seconds}
      aria-valuetext={formatDuration(seconds)}
      data-moving={isMoving || undefined}
      onKeyDown={onKeyDown}
      style={{ left: `${(seconds / durationSeconds) * 100}%` }}
      className="absolute inset-y-0 grid w-11 -translate-x-1/2 cursor-ew-resize place-items-center rounded-field"
    >
      <span className="h-full w-[3px] bg-purple" />
    </span>
  )
}

/** Whole while it is typed, and shown as a time when it is left. */
function TimeField({
  label,
  seconds,
  onChange,
}: {
  label: string
  seconds: number
  onChange: (seconds: number) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const finish = () => {
    const parsed = typed === null ? null : readTime(typed)
    if (parsed !== null) onChange(parsed)
    setTyped(null)
  }
  return (
    <Field
      label={label}
      value={typed ?? formatDuration(seconds)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
      inputMode="numeric"
      maxLength={8}
      className="w-24"
    />
  )
}

/** Near an edge the pointer moves that edge, elsewhere the whole part. */
function useDragging({
  range,
  durationSeconds,
  onChange,
}: {
  range: Range
  durationSeconds: number
  onChange: (range: Range) => void
}) {
  const [moving, setMoving] = useState<Edge | 'whole' | null>(null)
  const grabbed = useRef(0)
  const secondsAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * durationSeconds
  }
  const drag = (what: Edge | 'whole', seconds: number) => {
    if (what !== 'whole') return onChange(moveEdge(range, what, seconds, durationSeconds))
    onChange(fitRange(seconds - grabbed.current, range.end - range.start, durationSeconds))
  }
  return {
    moving,
    start(event: PointerEvent<HTMLElement>) {
      const { width } = event.currentTarget.getBoundingClientRect()
      const seconds = secondsAt(event)
      const reach = (NEAR_PX / width) * durationSeconds
      const [fromStart, fromEnd] = [Math.abs(seconds - range.start), Math.abs(seconds - range.end)]
      const edge: Edge = fromStart < fromEnd ? 'start' : 'end'
      const what = Math.min(fromStart, fromEnd) <= reach ? edge : 'whole'
      const isInside = seconds > range.start && seconds < range.end
      grabbed.current = isInside ? seconds - range.start : (range.end - range.start) / 2
      event.currentTarget.setPointerCapture(event.pointerId)
      setMoving(what)
      drag(what, seconds)
    },
    move: (event: PointerEvent<HTMLElement>) => moving !== null && drag(moving, secondsAt(event)),
    end: () => setMoving(null),
  }
}

const NEAR_PX = 22

function drawRange(
  canvas: HTMLCanvasElement,
  peaks: readonly number[],
  { start, end }: Range,
  durationSeconds: number,
): void {
  const sheet = openCanvas(canvas)
  if (!sheet) return
  const { context, width, height } = sheet
  const { color, caretColor } = getComputedStyle(canvas)
  const count = Math.max(1, Math.floor(width / BAR_PX))
  const step = width / count
  for (let bar = 0; bar < count; bar++) {
    const second = ((bar + 0.5) / count) * durationSeconds
    const isInside = second >= start && second < end
    const high = loudnessOf(peaks, bar, count) * height
    context.fillStyle = isInside ? caretColor : color
    context.globalAlpha = isInside ? 1 : UNPLAYED
    context.fillRect(bar * step, height - high, step * (1 - BAR_GAP), high)
  }
  context.globalAlpha = 1
}

export const defaultRange = (atSeconds: number, durationSeconds: number): Range =>
  fitRange(atSeconds, Math.min(CLIP_SECONDS_MAX / 2, Math.floor(durationSeconds)), durationSeconds)
