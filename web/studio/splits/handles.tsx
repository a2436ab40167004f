/** Handles on the bar of the split editor: between two shares, dragged or moved with the arrow keys, one percent at a
 * time. They overlay the bar that shows the shares. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { t } from '#web/words/words.ts'
import { KEY_STEPS } from '#web/format/key-steps.ts'
import { WHOLE, formatThousandths } from './shares.ts'

const STEP = 1_000

export function SplitHandles({
  shares,
  names,
  bodyPart,
  onChange,
}: {
  /** Thousandths of a percent, adding up to 100 000. */
  shares: readonly number[]
  names: readonly string[]
  /** 0..1: the part of the bar that is split; the rest is the platform's. */
  bodyPart: number
  onChange: (shares: number[]) => void
}) {
  const bar = useRef<HTMLDivElement>(null)
  const begun = useRef<{ fromX: number; shares: readonly number[] } | null>(null)
  const move = (index: number, by: number, from: readonly number[]) => onChange(shift(from, index, by))
  const onPointerMove = (index: number, event: PointerEvent) => {
    const width = (bar.current?.getBoundingClientRect().width ?? 0) * bodyPart
    if (begun.current === null || width === 0) return
    move(index, ((event.clientX - begun.current.fromX) / width) * WHOLE, begun.current.shares)
  }
  const onKeyDown = (index: number, event: KeyboardEvent) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(index, steps * STEP, shares)
  }
  let sum = 0
  return (
    <div ref={bar} className="absolute inset-x-0 top-0 h-3.5">
      {shares.slice(0, -1).map((share, index) => {
        sum += share
        const [name = '', next = ''] = [names[index], names[index + 1]]
        return (
          <span
            // Handles are identified by position only.
            key={index}
            role="slider"
            tabIndex={0}
            aria-label={t('editors.splitBetween', { name, next })}
            aria-valuemin={0}
            aria-valuemax={(share + (shares[index + 1] ?? 0)) / 1_000}
            aria-valuenow={share / 1_000}
            aria-valuetext={t('editors.splitBetweenValue', {
              name,
              percent: formatThousandths(share),
              next,
              nextPercent: formatThousandths(shares[index + 1] ?? 0),
            })}
            onKeyDown={(event) => onKeyDown(index, event)}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              begun.current = { fromX: event.clientX, shares }
            }}
            onPointerMove={(event) => onPointerMove(index, event)}
            onPointerUp={() => (begun.current = null)}
            onPointerCancel={() => (begun.current = null)}
            style={{ left: `${(sum / WHOLE) * bodyPart * 100}%` }}
            className="absolute -top-[15px] grid h-11 w-7 -translate-x-1/2 cursor-ew-resize touch-none place-items-center rounded-small"
          >
            <span className="h-6 w-2.5 rounded-pill border-2 border-highlight bg-ink" />
          </span>
        )
      })}
    </div>
  )
}

/** Moves `by` from the share after the handle at `index` to the one before it, in whole percent; both stay above zero. */
function shift(shares: readonly number[], index: number, by: number): number[] {
  const [before = 0, after = 0] = [shares[index], shares[index + 1]]
  const target = Math.max(1, Math.min(before + after - 1, Math.round((before + by) / STEP) * STEP || 1))
  return shares.with(index, target).with(index + 1, before + after - target)
}
