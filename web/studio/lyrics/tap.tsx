/** Stamping: while the track plays, each press sets the time
 * of the next line or word. Works with mouse, touch and space bar. */
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { firstUnstamped, stampLine, type DraftLine } from './draft.ts'
import { firstUnstampedWord, nextPlace, placeBefore, splitWords, stampWord } from './words.ts'
import type { Playback } from '#web/studio/waveform/audio.ts'

/** How much is played before a line when going back or starting in the middle. */
const LEAD_SECONDS = 3

/** What the next press stamps: a line, or one of its words. */
export type TapPlace = { line: number; word: number | null }

export function LyricsTap({
  lines,
  playback,
  place,
  onPlace,
  onChange,
}: {
  lines: DraftLine[]
  playback: Playback
  /** Null while not stamping. */
  place: TapPlace | null
  onPlace: (place: TapPlace | null) => void
  onChange: (lines: DraftLine[]) => void
}) {
  const press = useRef<HTMLButtonElement>(null)
  const isOn = place !== null
  useEffect(() => {
    if (!isOn) return
    press.current?.focus()
    // Not covered by the floating bars at the bottom.
    press.current?.scrollIntoView({ block: 'center' })
  }, [isOn])
  const go = (to: TapPlace) => {
    onPlace(to)
    playback.seek(Math.max(0, secondsBefore(lines, to) - LEAD_SECONDS))
    playback.play()
  }
  if (place === null) return <TapBegin lines={lines} isReady={playback.isReady} onBegin={go} />
  const { line, word } = place
  const stamp = () => {
    const seconds = playback.readSeconds()
    if (word === null) {
      onChange(stampLine(lines, line, seconds))
      onPlace(line + 1 < lines.length ? { line: line + 1, word: null } : null)
    } else {
      onChange(stampWord(lines, { line, word }, seconds))
      onPlace(nextPlace(lines, { line, word }))
    }
  }
  const before = word === null ? (line > 0 ? { line: line - 1, word } : null) : placeBefore(lines, { line, word })
  return (
    <TapPanel
      texts={[lines[line - 1]?.text, lines[line]?.text, lines[line + 1]?.text]}
      word={word}
      press={press}
      isFirst={before === null}
      onStamp={stamp}
      onBack={() => before && go(before)}
      onEnd={() => {
        onPlace(null)
        playback.pause()
      }}
    />
  )
}

/** The last time before this place. */
function secondsBefore(lines: readonly DraftLine[], { line, word }: TapPlace): number {
  const own = word === null ? undefined : lines[line]?.words?.[word - 1]?.timeSeconds
  return own ?? lines.slice(0, line).findLast(({ timeSeconds }) => timeSeconds !== null)?.timeSeconds ?? 0
}

function TapBegin({
  lines,
  isReady,
  onBegin,
}: {
  lines: readonly DraftLine[]
  isReady: boolean
  onBegin: (place: TapPlace) => void
}) {
  const first = firstUnstamped(lines)
  const isUnable = lines.length === 0 || !isReady
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button disabled={isUnable} onClick={() => onBegin({ line: first, word: null })}>
        {t(first === 0 ? 'editors.tapBegin' : 'editors.tapGoOn')}
      </Button>
      <Button kind="quiet" disabled={isUnable} onClick={() => onBegin(firstUnstampedWord(lines))}>
        {t('lyricsWords.tap')}
      </Button>
      <p className="text-sm text-ink-2">{t('editors.tapHint')}</p>
    </div>
  )
}

/** The previous, current and next line, and one large button. */
function TapPanel({
  texts: [before, now, next],
  word,
  press,
  isFirst,
  onStamp,
  onBack,
  onEnd,
}: {
  texts: readonly [string | undefined, string | undefined, string | undefined]
  /** Only this word is stamped; null: the line. */
  word: number | null
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
        {word === null ? now : <NextWord text={now ?? ''} word={word} />}
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

/** The word that the next press stamps, in its line. */
function NextWord({ text, word }: { text: string; word: number }) {
  const words = splitWords(text)
  return (
    <>
      <span className="text-ink-2">{words.slice(0, word).join('')}</span>
      <mark className="rounded-small bg-purple-soft px-1 text-ink">{words[word]?.trim()}</mark>{' '}
      <span className="text-ink-2">{words.slice(word + 1).join('')}</span>
    </>
  )
}
