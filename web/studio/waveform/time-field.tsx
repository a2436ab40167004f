/** A field for a position: typed as 1:42 or seconds, stepped with the
 * arrow keys, or taken from the playhead. Input is applied on blur. */
import { useState } from 'react'
import { Field } from '#web/ui/controls/field.tsx'
import { PlayheadIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import type { Segment } from './segments.ts'
import type { Playback } from './audio.ts'
import { onTimeKey } from './time-keys.ts'
import { readTime, roundTo, writeTime } from './time.ts'

export function TimeField({
  name,
  label,
  seconds,
  stepSeconds,
  playback,
  error,
  onChange,
}: {
  name?: string
  label: string
  seconds: number
  /** 1, 0.1 or 0.01. */
  stepSeconds: number
  /** Adds a button that takes the current position. */
  playback?: Playback
  error?: string | undefined
  onChange: (seconds: number) => void
}) {
  const decimals = stepSeconds >= 1 ? 0 : stepSeconds >= 0.1 ? 1 : 2
  const [typed, setTyped] = useState<string | null>(null)
  const isUnreadable = typed !== null && readTime(typed) === null
  const take = () => {
    const read = typed === null ? null : readTime(typed)
    if (read !== null) {
      onChange(roundTo(read, stepSeconds))
      setTyped(null)
    }
  }
  const move = (steps: number) => {
    const from = (typed === null ? null : readTime(typed)) ?? seconds
    setTyped(null)
    onChange(Math.max(0, roundTo(from + steps * stepSeconds, stepSeconds)))
  }
  return (
    <div className="flex items-start gap-1">
      <Field
        {...(name !== undefined && { name })}
        label={label}
        value={typed ?? writeTime(seconds, decimals)}
        maxLength={12}
        autoComplete="off"
        inputMode="text"
        error={isUnreadable ? t('editors.timeInvalid') : error}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => onTimeKey(event, { take, move })}
        className="flex-1"
      />
      {playback?.isReady === true && (
        <TakeMoment
          label={t('editors.takeMoment', { field: label })}
          onTake={() => {
            setTyped(null)
            onChange(roundTo(playback.readSeconds(), stepSeconds))
          }}
        />
      )}
    </div>
  )
}

/** The two fields of a segment: where it starts and where it ends. */
export function SpanFields({
  segment: { key, startSeconds, endSeconds },
  stepSeconds,
  playback,
  errors,
  onChange,
}: {
  segment: Segment
  stepSeconds: number
  playback: Playback
  errors: { start?: string; end?: string }
  onChange: (change: Partial<Segment>) => void
}) {
  return (
    <>
      <TimeField
        name={`start ${key}`}
        label={t('editors.from')}
        seconds={startSeconds}
        stepSeconds={stepSeconds}
        playback={playback}
        error={errors.start}
        onChange={(seconds) => onChange({ startSeconds: seconds })}
      />
      <TimeField
        name={`end ${key}`}
        label={t('editors.to')}
        seconds={endSeconds}
        stepSeconds={stepSeconds}
        playback={playback}
        error={errors.end}
        onChange={(seconds) => onChange({ endSeconds: seconds })}
      />
    </>
  )
}

function TakeMoment({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onTake}
      className="mt-[26px] grid h-12 w-11 shrink-0 place-items-center rounded-field border border-line text-ink-2 hover:border-line-2 hover:text-ink"
    >
      <PlayheadIcon size={18} aria-hidden="true" />
    </button>
  )
}
