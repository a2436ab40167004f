/** One chapter: start, title, link and image. */
import { TITLE_MAX } from '#contract/fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { ChevronRightIcon, DeleteIcon, PlayIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import type { ChapterErrors, DraftChapter } from './draft.ts'
import { TimedImage } from '#web/studio/artwork/timed-image.tsx'
import type { Playback } from '#web/studio/waveform/audio.ts'
import { TimeField } from '#web/studio/waveform/time-field.tsx'

export function ChapterRow({
  row,
  number,
  episodeId,
  playback,
  isSelected,
  errors = {},
  onChoose,
  onChange,
  onRemove,
}: {
  row: DraftChapter
  number: number
  episodeId: string
  playback: Playback
  isSelected: boolean
  errors: ChapterErrors | undefined
  onChoose: () => void
  onChange: (row: DraftChapter) => void
  onRemove: () => void
}) {
  const { key, startSeconds, title } = row
  const name = t('editors.chapterName', { number })
  return (
    <li onFocusCapture={onChoose} className={classNames('border-b border-line py-4', isSelected && 'bg-highlight')}>
      <div role="group" aria-label={name} className="flex flex-wrap items-start gap-2 md:gap-3">
        <span aria-hidden="true" className="numeral mt-9 w-6 shrink-0 text-center text-lg text-ink-2">
          {number}
        </span>
        <div className="grid min-w-0 flex-1 basis-40 grid-cols-1 items-start gap-3 md:grid-cols-[10rem_minmax(0,1fr)]">
          <TimeField
            name={`start ${key}`}
            label={t('editors.begins')}
            seconds={startSeconds}
            stepSeconds={1}
            playback={playback}
            error={errors.start}
            onChange={(seconds) => onChange({ ...row, startSeconds: seconds })}
          />
          <Field
            name={`title ${key}`}
            label={t('editors.chapterTitle')}
            value={title}
            maxLength={TITLE_MAX}
            autoComplete="off"
            error={errors.title}
            onChange={(event) => onChange({ ...row, title: event.target.value })}
          />
          <Extras row={row} name={name} episodeId={episodeId} error={errors.href} onChange={onChange} />
        </div>
        <span className="flex shrink-0 flex-col md:mt-6 md:flex-row">
          {playback.isReady && (
            <IconButton
              label={t('editors.playFrom', { name })}
              onClick={() => {
                playback.seek(startSeconds)
                playback.play()
              }}
            >
              <PlayIcon size={16} />
            </IconButton>
          )}
          <IconButton label={t('editors.removeOf', { name })} onClick={onRemove}>
            <DeleteIcon size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
    </li>
  )
}

/** Collapsed while both are empty, because most chapters only need a title. */
function Extras({
  row,
  name,
  episodeId,
  error,
  onChange,
}: {
  row: DraftChapter
  name: string
  episodeId: string
  error: string | undefined
  onChange: (row: DraftChapter) => void
}) {
  const { key, href, artworkUrl } = row
  return (
    <details
      // Errors are never hidden in the collapsed part.
      open={error !== undefined || href !== '' || artworkUrl !== null || undefined}
      className="group md:col-span-2"
    >
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 text-sm font-semi text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon size={16} aria-hidden="true" className="transition-transform group-open:rotate-90" />
        {t('editors.chapterExtras')}
        <span className="sr-only">{name}</span>
      </summary>
      <div className="grid items-end gap-3 pt-1 md:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          name={`href ${key}`}
          label={t('editors.chapterLink')}
          value={href}
          placeholder="https://…"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={error}
          onChange={(event) => onChange({ ...row, href: event.target.value })}
        />
        <TimedImage
          contentId={episodeId}
          name={name}
          artworkUrl={artworkUrl}
          fieldName={`picture ${key}`}
          isOptional
          onChange={(changed) => onChange({ ...row, artworkUrl: changed })}
        />
      </div>
    </details>
  )
}
