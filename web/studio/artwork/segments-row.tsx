/** One segment of timed artwork: its image, start and end. */
import { classNames } from '#web/ui/class-names.ts'
import { DeleteIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import { TimedImage } from './timed-image.tsx'
import type { TimeErrors } from '#web/studio/waveform/faults.ts'
import type { Segment } from '#web/studio/waveform/segments.ts'
import type { Playback } from '#web/studio/waveform/audio.ts'
import { SpanFields } from '#web/studio/waveform/time-field.tsx'

export type DraftArtwork = Segment & { artworkUrl: string }

export function ArtworkSegmentRow({
  row,
  number,
  trackId,
  playback,
  stepSeconds,
  isSelected,
  errors = {},
  onChoose,
  onChange,
  onRemove,
}: {
  row: DraftArtwork
  number: number
  trackId: string
  playback: Playback
  stepSeconds: number
  isSelected: boolean
  errors: TimeErrors | undefined
  onChoose: () => void
  onChange: (row: DraftArtwork) => void
  onRemove: () => void
}) {
  const name = t('editors.artworkName', { number })
  return (
    <li
      onFocusCapture={onChoose}
      className={classNames('@container border-b border-line py-3', isSelected && 'bg-highlight')}
    >
      <div
        role="group"
        aria-label={name}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 @min-[40rem]:grid-cols-[minmax(0,1fr)_160px_160px_auto]"
      >
        <TimedImage
          contentId={trackId}
          name={name}
          artworkUrl={row.artworkUrl}
          fieldName={`picture ${row.key}`}
          onChange={(artworkUrl) => artworkUrl !== null && onChange({ ...row, artworkUrl })}
        />
        <div className="order-last col-span-2 grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3 @min-[40rem]:contents">
          <SpanFields
            segment={row}
            stepSeconds={stepSeconds}
            playback={playback}
            errors={errors}
            onChange={(change) => onChange({ ...row, ...change })}
          />
        </div>
        <IconButton
          label={t('editors.removeOf', { name })}
          onClick={onRemove}
          className="@min-[40rem]:order-last @min-[40rem]:mt-7"
        >
          <DeleteIcon size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}
