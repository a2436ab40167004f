/** Sets the focal point of a photograph: by pressing on it, or with the arrow keys on the point. Beside it, what wide windows and
 * phones show. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { t } from '#web/words/words.ts'
import type { Focus } from './photograph-fields.tsx'

const STEP = 0.02
const LARGE_STEP = 0.1
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000
const percent = (share: number) => Math.round(share * 100)

export function FocusPicker({
  photograph: { smallUrl: url, width, height },
  focus,
  onFocus,
}: {
  photograph: { smallUrl: string; width: number; height: number }
  focus: Focus
  onFocus: (focus: Focus) => void
}) {
  const press = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    onFocus({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) })
  }
  const move = (event: KeyboardEvent) => {
    const [right, down] = MOVES[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onFocus({ x: within(focus.x + right * step), y: within(focus.y + down * step) })
  }
  const words = t('imagery.focus', { x: percent(focus.x), y: percent(focus.y) })
  const objectPosition = `${focus.x * 100}% ${focus.y * 100}%`
  return (
    <div className="flex flex-col gap-2">
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
        <div
          style={{ width: `min(100%, ${width}px, ${(30 * width) / height}rem)`, aspectRatio: width / height }}
          className="relative cursor-crosshair touch-none"
          onPointerDown={press}
        >
          <img src={url} alt="" draggable={false} className="block size-full select-none" />
          <button
            type="button"
            aria-label={words}
            onKeyDown={move}
            style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
            className="absolute grid size-11 -translate-1/2 place-items-center rounded-pill border-3 border-(--cream) bg-[#1b152499]"
          >
            <span className="size-2 rounded-pill bg-(--cream)" />
          </button>
        </div>
        <div
          className="grid grid-cols-[minmax(0,3fr)_minmax(0,1fr)] gap-3 text-xs text-ink-2 md:grid-cols-1"
          aria-hidden="true"
        >
          <div>
            <img src={url} alt="" style={{ objectPosition }} className="aspect-16/10 w-full object-cover" />
            {t('imagery.focusWide')}
          </div>
          <div className="md:w-1/2">
            <img src={url} alt="" style={{ objectPosition }} className="aspect-2/3 w-full object-cover" />
            {t('imagery.focusPhone')}
          </div>
        </div>
      </div>
      <p className="text-sm text-ink-2">{t('imagery.focusHint')}</p>
      <p role="status" className="sr-only">
        {words}
      </p>
    </div>
  )
}
