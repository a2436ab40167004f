/** A preview of synchronised lyrics: the current line is highlighted and kept in view. */
import { useEffect, useRef } from 'react'
import { lineAt } from '#contract/catalog/lyrics.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import type { DraftLine } from './draft.ts'
import { useMoment, type Playback } from '#web/studio/waveform/audio.ts'

export function LyricsPreview({ lines, playback }: { lines: readonly DraftLine[]; playback: Playback }) {
  const box = useRef<HTMLDivElement>(null)
  const timed = lines
    .filter(({ timeSeconds }) => timeSeconds !== null)
    .toSorted((one, other) => (one.timeSeconds ?? 0) - (other.timeSeconds ?? 0))
  const sung = useMoment(playback, ({ playedSeconds }) => lineAt(timed, playedSeconds))
  useEffect(() => {
    const frame = box.current
    const line = frame?.querySelector<HTMLElement>('[aria-current]')
    // Only the frame scrolls; the page does not move.
    if (frame && line)
      frame.scrollTo({ top: line.offsetTop - frame.clientHeight / 2 + line.clientHeight / 2, behavior: 'smooth' })
  }, [sung])
  if (timed.length === 0) return null
  return (
    <section aria-label={t('editors.lyricsPreview')} className="xl:sticky xl:top-24">
      <h2 className="mb-2 text-sm font-semi">{t('editors.lyricsPreview')}</h2>
      <div
        ref={box}
        // A scrollable element must be reachable by keyboard.
        tabIndex={0}
        className="relative h-80 overflow-y-auto rounded-cover bg-sunken px-4 py-6 xl:h-[420px]"
      >
        {timed.map(({ key, timeSeconds, text }, index) => (
          <p key={key} aria-current={index === sung ? 'true' : undefined}>
            <button
              type="button"
              onClick={() => playback.seek(timeSeconds ?? 0)}
              className={classNames(
                'block w-full rounded-small px-2 py-1.5 text-left text-lg font-semi transition-colors',
                index === sung ? 'bg-purple-soft text-ink' : index < sung ? 'text-ink-3' : 'text-ink-2',
              )}
            >
              {text || '♪'}
            </button>
          </p>
        ))}
      </div>
    </section>
  )
}
