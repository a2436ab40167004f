/** One line of timed lyrics: its time, its text, and a button that takes the time from the playhead.
 * Uses bare inputs instead of full fields, because a song may have a hundred lines. */
import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { CloseIcon, PlayIcon, PlayheadIcon, PlusIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import type { DraftLine } from './draft.ts'
import { WordRow } from './word-row.tsx'
import type { Playback } from '#web/studio/waveform/audio.ts'
import { onTimeKey } from '#web/studio/waveform/time-keys.ts'
import { readTime, roundTo, writeTime } from '#web/studio/waveform/time.ts'

const STEP_SECONDS = 0.1
const INPUT =
  'h-11 min-w-0 rounded-field border border-transparent bg-transparent px-3 hover:border-line-2 focus:bg-highlight'

export function LyricsLineRow({
  line,
  number,
  playback,
  isNext,
  isMisplaced,
  onText,
  onStamp,
  onWord,
  onAdd,
  onRemove,
}: {
  line: DraftLine
  number: number
  playback: Playback
  /** This line gets the next stamp. */
  isNext: boolean
  isMisplaced: boolean
  onText: (text: string) => void
  onStamp: (seconds: number | null) => void
  onWord: (word: number, bySeconds: number) => void
  onAdd: () => void
  onRemove: () => void
}) {
  const { key, timeSeconds, text } = line
  return (
    <li className={classNames('border-b border-line py-1', isNext && 'bg-purple-soft')}>
      <div className="flex flex-wrap items-center gap-x-1">
        <IconButton
          label={t('editors.lyricsStampOf', { number })}
          disabled={!playback.isReady}
          onClick={() => onStamp(playback.readSeconds())}
        >
          <PlayheadIcon size={18} aria-hidden="true" />
        </IconButton>
        <StampInput number={number} timeSeconds={timeSeconds} isWrong={isMisplaced} onStamp={onStamp} />
        <input
          type="text"
          name={`text ${key}`}
          aria-label={t('editors.lyricsTextOf', { number })}
          value={text}
          maxLength={1_000}
          autoComplete="off"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onAdd()
          }}
          className={classNames(INPUT, 'flex-1 basis-40 max-md:order-last max-md:basis-full')}
        />
        <LineButtons {...{ number, timeSeconds, playback, onAdd, onRemove }} />
      </div>
      {line.words && <WordRow line={line} number={number} playback={playback} onMove={onWord} />}
      {isMisplaced && <p className="px-3 pb-1 text-sm text-pink">{t('editors.lyricsMisplaced')}</p>}
    </li>
  )
}

function LineButtons({
  number,
  timeSeconds,
  playback,
  onAdd,
  onRemove,
}: {
  number: number
  timeSeconds: number | null
  playback: Playback
  onAdd: () => void
  onRemove: () => void
}) {
  return (
    <span className="ml-auto flex shrink-0">
      <IconButton
        label={t('editors.lyricsPlayOf', { number })}
        disabled={timeSeconds === null || !playback.isReady}
        onClick={() => {
          playback.seek(timeSeconds ?? 0)
          playback.play()
        }}
      >
        <PlayIcon size={15} />
      </IconButton>
      <IconButton label={t('editors.lyricsAddBelow', { number })} onClick={onAdd}>
        <PlusIcon size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('editors.lyricsRemoveOf', { number })} onClick={onRemove}>
        <CloseIcon size={18} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

/** Empty means no time. Input is applied on blur. */
function StampInput({
  number,
  timeSeconds,
  isWrong,
  onStamp,
}: {
  number: number
  timeSeconds: number | null
  isWrong: boolean
  onStamp: (seconds: number | null) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnreadable = typed !== null && typed.trim() !== '' && readTime(typed) === null
  const take = () => {
    if (typed === null || isUnreadable) return
    onStamp(typed.trim() === '' ? null : readTime(typed))
    setTyped(null)
  }
  const move = (steps: number) => {
    setTyped(null)
    onStamp(Math.max(0, roundTo((timeSeconds ?? 0) + steps * STEP_SECONDS, 0.01)))
  }
  return (
    <input
      type="text"
      aria-label={t('editors.lyricsTimeOf', { number })}
      aria-invalid={isWrong || isUnreadable ? true : undefined}
      placeholder="–:––"
      value={typed ?? (timeSeconds === null ? '' : writeTime(timeSeconds, 2))}
      maxLength={12}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => onTimeKey(event, { take, move })}
      className={classNames(INPUT, 'w-24 shrink-0 font-semi', isWrong || isUnreadable ? 'text-pink' : 'text-ink-2')}
    />
  )
}
