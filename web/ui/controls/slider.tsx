/** A styled range input from 0 to 1, for the volume. A native input, so keyboard and screen readers work.
 * The seek bar is the waveform. */
import type { CSSProperties } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export function Slider({
  label,
  value,
  onChange,
  valueText,
  steps = 100,
  className,
}: {
  label: string
  value: number
  onChange: (value: number) => void
  /** The value as read by screen readers. */
  valueText?: string
  steps?: number
  className?: string
}) {
  const style: CSSProperties & Record<'--part', string> = { '--part': `${value * 100}%` }
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      min={0}
      max={1}
      step={1 / steps}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={style}
      className={classNames(
        'h-6 w-full cursor-pointer appearance-none rounded-pill bg-transparent',
        '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-pill [&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--ink)_var(--part),var(--line-2)_var(--part))]',
        '[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-pill [&::-moz-range-track]:bg-line-2 [&::-moz-range-progress]:h-1 [&::-moz-range-progress]:rounded-pill [&::-moz-range-progress]:bg-ink',
        '[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-pill [&::-webkit-slider-thumb]:bg-ink',
        '[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-ink',
        className,
      )}
    />
  )
}
