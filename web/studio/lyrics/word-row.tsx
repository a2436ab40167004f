/** The words of a line with their times: one is chosen with Tab, moved in time with the arrow keys, and played from. */
import type { KeyboardEvent } from 'react'
import type { Playback } from '#web/studio/waveform/audio.ts'
import { writeTime } from '#web/studio/waveform/time.ts'
import { KEY_STEPS } from '#web/format/key-steps.ts'
import { t } from '#web/words/words.ts'
import type { DraftLine } from './draft.ts'

const STEP_SECONDS = 0.05

export function WordRow({
  line,
  number,
  playback,
  onMove,
}: {
  line: DraftLine
  number: number
  playback: Playback
  onMove: (word: number, bySeconds: number) => void
}) {
  const words = line.words ?? []
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const steps = KEY_STEPS[event.key]
    const play = event.key === 'Enter' || event.key === ' '
    if (steps === undefined && !play) return
    event.preventDefault()
    if (steps !== undefined) return onMove(index, steps * STEP_SECONDS)
    playback.seek(words[index]?.timeSeconds ?? 0)
    playback.play()
  }
  return (
    <ol aria-label={t('lyricsWords.of', { number })} className="flex flex-wrap gap-1.5 px-3 pb-2">
      {words.map(({ text, timeSeconds }, index) => (
        // Words may be identical; their places are not.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <span
            role="spinbutton"
            tabIndex={0}
            aria-label={text.trim()}
            aria-valuenow={timeSeconds}
            aria-valuetext={writeTime(timeSeconds, 2)}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="flex min-h-11 min-w-11 flex-col items-center justify-center rounded-small border border-line px-2 text-sm focus:bg-purple-soft"
          >
            <span className="font-semi">{text.trim()}</span>
            <span className="text-xs text-ink-2">{writeTime(timeSeconds, 2)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
