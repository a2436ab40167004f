/** Stamping: while the track plays, each press sets the time
 * of the next line. Works with mouse, touch and space bar. */
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { firstUnstamped, stampLine, type DraftLine } from './draft.ts'
import type { Playback } from '#web/studio/waveform/audio.ts'

/** How much is played before a line when going back or starting in the middle. */
const LEAD_SECONDS = 3

export function LyricsTap({
  lines,
  playback,
  index,
  onIndex,
  onChange,
}: {
  lines: DraftLine[]
  playback: Playback
  /** The line that the next press stamps; null while not stamping. */
  index: number | null
  onIndex: (index: number | null) => void
  onChange: (lines: DraftLine[]) => void
}) {
  const press = useRef<HTMLButtonElement>(null)
  const isOn = index !== null
  useEffect(() => {
    if (!isOn) return
    press.current?.focus()
    // Not covered by the floating bars at the bottom.
    press.current?.scrollIntoView({ block: 'center' })
  }, [isOn])
  const playFrom = (place: number) => {
    const before = lines.slice(0, place).findLast(({ timeSeconds }) => timeSeconds !== null)?.timeSeconds
    playback.seek(Math.max(0, (before ?? 0) - LEAD_SECONDS))
    playback.play()
  }
  const begin = (place: number) => {
    onIndex(place)
    playFrom(place)
  }
  const stamp = () => {
    if (index === null) return
    onChange(stampLine(lines, index, playback.readSeconds()))
    onIndex(index + 1 < lines.length ? index + 1 : null)
  }
  const back = () => {
    if (index === null || index === 0) return
    onIndex(index - 1)
    playFrom(index - 1)
  }
  if (index === null) {
    const first = firstUnstamped(lines)
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={lines.length === 0 || !playback.isReady} onClick={() => begin(first)}>
          {t(first === 0 ? 'editors.tapBegin' : 'editors.tapGoOn')}
        </Button>
        <p className="text-sm text-ink-2">{t('editors.tapHint')}</p>
      </div>
    )
  }
  return (
    <TapPanel
      texts={[lines[index - 1]?.text, lines[index]?.text, lines[index + 1]?.text]}
      press={press}
      isFirst={index === 0}
      onStamp={stamp}
      onBack={back}
      onEnd={() => {
        onIndex(null)
        playback.pause()
      }}
    />
  )
}

/** The previous, current and next line, and one large button. */
function TapPanel({
  texts: [before, now, next],
  press,
  isFirst,
  onStamp,
  onBack,
  onEnd,
}: {
  texts: readonly [string | undefined, string | undefined, string | undefined]
  press: RefObject<HTMLButtonElement | null>
  isFirst: boolean
  onStamp: () => void
  onBack: () => void
  onEnd: () => void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const isStamp = event.key === ' ' || event.key === 'Enter'
    const act = isStamp ? !event.repeat && onStamp : { Backspace: onBack, Escape: onEnd }[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (act) act()
  }
  return (
    <div
      role="group"
      aria-label={t('editors.tapAlong')}
      className="sticky top-[calc(var(--header-space)+var(--strip-space)+8px)] z-20 mt-3 rounded-bar border border-purple bg-highlight p-4 shadow-float"
    >
      <p className="truncate text-sm text-ink-2">{before ?? ' '}</p>
      <p aria-live="assertive" className="line-clamp-2 text-xl font-strong">
        {now}
      </p>
      <p className="truncate text-sm text-ink-2">{next ?? ' '}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <button
          ref={press}
          type="button"
          // On pointer down, which is when the line is sung; a click fires only on release.
          onPointerDown={(event) => {
            if (event.button === 0) onStamp()
          }}
          // Screen readers click without a pointer.
          onClick={(event) => {
            if (event.detail === 0) onStamp()
          }}
          onKeyDown={onKeyDown}
          // Some browsers fire a click on key up.
          onKeyUp={(event) => event.preventDefault()}
          className="min-h-14 flex-1 basis-60 touch-manipulation rounded-pill bg-ink px-6 text-lg font-strong text-beige select-none active:scale-[0.98]"
        >
          {t('editors.tapNow')}
        </button>
        <Button kind="quiet" disabled={isFirst} onClick={onBack}>
          {t('editors.tapBack')}
        </Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('editors.tapEnd')}
        </Button>
      </div>
    </div>
  )
}
