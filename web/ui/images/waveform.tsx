/** A waveform on a canvas, and the seek control: a slider for keyboard and screen readers.
 * It draws the peaks it is given and reports where the user points; playback is the player's. */
import { useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { SeekSlider } from '#web/ui/controls/seek-slider.tsx'
import { openCanvas, useDrawing } from './canvas.ts'

const BAR_PX = 3
const GAP_PX = 1.6

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

export function Waveform({ peaks, className, ...seeking }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { durationSeconds, playedSeconds } = seeking
  const part = durationSeconds > 0 ? Math.min(1, playedSeconds / durationSeconds) : 0
  useDrawing(canvas, (target) => drawWave(target, peaks, part))
  return (
    <SeekSlider {...seeking} className={classNames('rounded-small', className)}>
      {/* Canvas cannot read light-dark(), so it uses this element's
          computed colours: text for the rest, caret for the played part. */}
      <canvas ref={canvas} className="block size-full text-ink-3 caret-ink" />
    </SeekSlider>
  )
}

function drawWave(canvas: HTMLCanvasElement, peaks: readonly number[] | null, part: number): void {
  const sheet = openCanvas(canvas)
  if (!sheet) return
  const { context, width, height } = sheet
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
