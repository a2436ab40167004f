/** A waveform on a canvas, and the seek control: a slider for keyboard and screen readers.
 * It draws the peaks it is given and reports where the user points; playback is the player's. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const BAR_PX = 3
const GAP_PX = 1.6
const KEY_SEEK_SECONDS = 5

type WaveformProps = {
  /** 0..255; null while unknown, drawn as a low even line. */
  peaks: readonly number[] | null
  durationSeconds: number
  playedSeconds: number
  label: string
  valueText: string
  onSeek: (seconds: number) => void
  className?: string
}

export function Waveform({
  peaks,
  durationSeconds,
  playedSeconds,
  label,
  valueText,
  onSeek,
  className,
}: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const part = durationSeconds > 0 ? Math.min(1, playedSeconds / durationSeconds) : 0
  useDrawing(canvas, peaks, part)

  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onSeek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * durationSeconds)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 6, PageDown: -6 }[event.key]
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
      className={classNames('min-w-0 cursor-pointer touch-none rounded-small', className)}
    >
      {/* Canvas cannot read light-dark(), so it uses this element's
          computed colours: text for the rest, caret for the played part. */}
      <canvas ref={canvas} className="block size-full text-ink-3 caret-ink" />
    </div>
  )
}

/** Draws now, and again when the size or the colours change. */
function useDrawing(
  canvas: { readonly current: HTMLCanvasElement | null },
  peaks: readonly number[] | null,
  part: number,
): void {
  const latest = useRef({ peaks, part })
  latest.current = { peaks, part }
  useEffect(() => {
    if (canvas.current) drawWave(canvas.current, peaks, part)
  }, [canvas, peaks, part])
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const redraw = () => drawWave(target, latest.current.peaks, latest.current.part)
    const size = new ResizeObserver(redraw)
    size.observe(target)
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      size.disconnect()
      theme.disconnect()
      scheme.removeEventListener('change', redraw)
    }
  }, [canvas])
}

function drawWave(canvas: HTMLCanvasElement, peaks: readonly number[] | null, part: number): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  const context = canvas.getContext('2d')
  if (!context || width === 0) return
  const scale = devicePixelRatio || 1
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth
    canvas.height = pixelHeight
  }
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  const style = getComputedStyle(canvas)
  const count = Math.max(1, Math.floor((width + GAP_PX) / (BAR_PX + GAP_PX)))
  const playedX = part * width
  const bars = new Path2D()
  for (let bar = 0; bar < count; bar++) {
    const barHeight = Math.max(BAR_PX, loudest(peaks, bar, count) * height)
    bars.roundRect(bar * (BAR_PX + GAP_PX), (height - barHeight) / 2, BAR_PX, barHeight, BAR_PX / 2)
  }
  context.globalAlpha = 0.42
  context.fillStyle = style.color
  context.fill(bars)
  context.globalAlpha = 1
  context.save()
  context.beginPath()
  context.rect(0, 0, playedX, height)
  context.clip()
  context.clearRect(0, 0, playedX, height)
  context.fillStyle = style.caretColor
  context.fill(bars)
  context.restore()
}

function loudest(peaks: readonly number[] | null, bar: number, count: number): number {
  if (!peaks || peaks.length === 0) return 0.14
  const from = Math.floor((bar / count) * peaks.length)
  const to = Math.max(from + 1, Math.floor(((bar + 1) / count) * peaks.length))
  let top = 0
  for (let index = from; index < to; index++) top = Math.max(top, peaks[index] ?? 0)
  return (top / 255) ** 1.15
}
