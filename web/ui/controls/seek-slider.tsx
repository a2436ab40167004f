/** A playback position that can be moved by pointer, keyboard and screen reader. Its appearance is its content. */
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const KEY_SEEK_SECONDS = 5
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 6,
  PageDown: -6,
}

export function SeekSlider({
  durationSeconds,
  playedSeconds,
  label,
  valueText,
  onSeek,
  className,
  children,
}: {
  durationSeconds: number
  playedSeconds: number
  label: string
  valueText: string
  onSeek: (seconds: number) => void
  className?: string | undefined
  children: ReactNode
}) {
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onSeek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * durationSeconds)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const target =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? durationSeconds
          : step === undefined
            ? undefined
            : playedSeconds + step * KEY_SEEK_SECONDS
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(Math.min(durationSeconds, Math.max(0, target)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSeconds)}
      aria-valuenow={Math.round(playedSeconds)}
      aria-valuetext={valueText}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
      className={classNames('min-w-0 cursor-pointer touch-none', className)}
    >
      {children}
    </div>
  )
}
