/** Timed lyrics: the waveform, stamping, the lines with their times, and the preview.
 * The operations on lines are draft.ts. */
import { useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { focusField } from '#web/studio/editors/focus.ts'
import { addLine, findMisplaced, shiftLines, stampLine, type DraftLine } from './draft.ts'
import { LyricsLineRow } from './line-row.tsx'
import { LyricsPreview } from './preview.tsx'
import { LyricsTap, type TapPlace } from './tap.tsx'
import { keepWords, moveWord } from './words.ts'
import { WaveformEditor } from '#web/studio/waveform/editor.tsx'
import { usePlayback, type EditedAudio } from '#web/studio/waveform/audio.ts'

const SHIFT_SECONDS = 0.1
const UNDO_MAX = 100

export function TimedLyrics({
  lines,
  audioItem,
  error,
  onChange,
}: {
  lines: DraftLine[]
  audioItem: EditedAudio
  error: string | undefined
  onChange: (lines: DraftLine[]) => void
}) {
  const playback = usePlayback(audioItem)
  const list = useRef<HTMLOListElement>(null)
  const [tapPlace, setTapPlace] = useState<TapPlace | null>(null)
  const { change, undo } = useUndo(lines, onChange)
  const misplaced = findMisplaced(lines)
  const untimed = lines.filter(({ timeSeconds }) => timeSeconds === null).length
  const add = (afterIndex: number) => {
    const added = addLine(lines, afterIndex)
    change(added.lines)
    focusField(list, `text ${added.key}`)
  }
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_300px]">
      <div className="min-w-0">
        <WaveformEditor playback={playback} decimals={2} />
        <LyricsTap lines={lines} playback={playback} place={tapPlace} onPlace={setTapPlace} onChange={change} />
        {lines.length === 0 && <EmptyState sentence={t('editors.lyricsNone')} className="!py-9" />}
        <ol ref={list} aria-label={t('editors.lyricsLines')} className="mt-4 border-t border-line">
          {lines.map((line, index) => (
            <LyricsLineRow
              key={line.key}
              line={line}
              number={index + 1}
              playback={playback}
              isNext={index === tapPlace?.line}
              isMisplaced={misplaced.has(line.key)}
              onText={(text) => onChange(lines.with(index, keepWords(line, text)))}
              onStamp={(seconds) => change(stampLine(lines, index, seconds))}
              onWord={(word, by) => change(moveWord(lines, { line: index, word }, by))}
              onAdd={() => add(index)}
              onRemove={() => change(lines.toSpliced(index, 1))}
            />
          ))}
        </ol>
        <div className="mt-4 flex flex-wrap items-center gap-2.5">
          <Button kind="quiet" icon={<PlusIcon size={17} aria-hidden="true" />} onClick={() => add(lines.length - 1)}>
            {t('editors.lyricsAdd')}
          </Button>
          <ShiftButtons isDisabled={untimed === lines.length} onShift={(by) => change(shiftLines(lines, by))} />
          <Button kind="quiet" disabled={undo === null} onClick={undo ?? undefined}>
            {t('lyricsWords.undo')}
          </Button>
        </div>
        {lines.length > 0 && untimed > 0 && (
          <p className="mt-3 text-sm text-ink-2">{t('editors.lyricsUntimed', { count: untimed })}</p>
        )}
        {error !== undefined && <ErrorLine className="mt-3">{error}</ErrorLine>}
      </div>
      <LyricsPreview lines={lines} playback={playback} />
    </div>
  )
}

/** Typing is undone by the field itself; `undo` is for times and lines. Null when there is nothing to undo. */
function useUndo(lines: DraftLine[], onChange: (lines: DraftLine[]) => void) {
  const [past, setPast] = useState<readonly DraftLine[][]>([])
  const last = past.at(-1)
  return {
    change: (changed: DraftLine[]) => {
      setPast([...past, lines].slice(-UNDO_MAX))
      onChange(changed)
    },
    undo: last
      ? () => {
          setPast(past.slice(0, -1))
          onChange(last)
        }
      : null,
  }
}

function ShiftButtons({ isDisabled, onShift }: { isDisabled: boolean; onShift: (bySeconds: number) => void }) {
  return (
    <>
      <Button kind="quiet" disabled={isDisabled} onClick={() => onShift(-SHIFT_SECONDS)}>
        {t('editors.lyricsEarlier')}
      </Button>
      <Button kind="quiet" disabled={isDisabled} onClick={() => onShift(SHIFT_SECONDS)}>
        {t('editors.lyricsLater')}
      </Button>
    </>
  )
}
