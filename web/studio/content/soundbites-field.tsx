/** The soundbites of an episode: a row each with start, length and title. The form reads them as JSON from one hidden field. */
import { useRef, useState } from 'react'
import { LABEL_MAX, SOUNDBITE_LENGTH_MAX, type Soundbite, SOUNDBITES_MAX } from '#contract/catalog/episodes.ts'
import { focusField } from '#web/studio/editors/focus.ts'
import type { FormField } from '#web/studio/forms/fields.tsx'
import { TimeField } from '#web/studio/waveform/time-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DeleteIcon, PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

const NAME = 'soundbites'
const LENGTH_MIN = 1
const USUAL_LENGTH = 30
const LONGEST = 10_000

type Row = Soundbite & { key: number }

const parse = (typed: string) => (typed === '' ? [] : (JSON.parse(typed) as Soundbite[]))

export const soundbitesField: FormField = {
  rules: {
    [NAME]: { max: LONGEST, parse, check: (typed) => (parse(typed).some(isWrong) ? t('studio.required') : null) },
  },
  render: (initial, errors) => (
    <Soundbites key={NAME} initial={parse(initial[NAME] ?? '')} hasErrors={errors[NAME] !== undefined} />
  ),
}

function errorsOf({ title, duration }: Soundbite): { title?: string; length?: string } {
  return {
    ...(title.trim() === '' && { title: t('studio.required') }),
    ...((duration < LENGTH_MIN || duration > SOUNDBITE_LENGTH_MAX) && { length: t('studio.soundbiteLengthInvalid') }),
  }
}

const isWrong = (soundbite: Soundbite): boolean => Object.keys(errorsOf(soundbite)).length > 0

function Soundbites({ initial, hasErrors }: { initial: Soundbite[]; hasErrors: boolean }) {
  const place = useRef<HTMLFieldSetElement>(null)
  const [rows, setRows] = useState<Row[]>(() => initial.map((soundbite, key) => ({ ...soundbite, key })))
  const value = JSON.stringify(rows.map(({ startTime, duration, title }) => ({ startTime, duration, title })))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    const last = rows.at(-1)
    const startTime = last === undefined ? 0 : last.startTime + last.duration
    setRows([...rows, { key, startTime, duration: USUAL_LENGTH, title: '' }])
    focusField(place, `soundbite start ${key}`)
  }
  const remove = ({ key }: Row) => {
    setRows(rows.filter((row) => row.key !== key))
    place.current?.querySelector<HTMLElement>('button[data-add]')?.focus()
  }
  return (
    <fieldset ref={place} className="min-w-0">
      <legend className="text-sm font-semi">{t('episode.soundbites')}</legend>
      <p className="mt-1 text-sm text-ink-2">{t('studio.soundbitesHint')}</p>
      <input type="hidden" name={NAME} value={value} />
      <ul className="mt-2">
        {rows.map((row, index) => (
          <SoundbiteRow
            key={row.key}
            row={row}
            name={t('studio.soundbiteName', { number: index + 1 })}
            errors={hasErrors ? errorsOf(row) : {}}
            onChange={(changed) => setRows(rows.map((one) => (one.key === row.key ? { ...one, ...changed } : one)))}
            onRemove={() => remove(row)}
          />
        ))}
      </ul>
      <Button
        kind="quiet"
        size="small"
        data-add
        icon={<PlusIcon size={16} aria-hidden="true" />}
        aria-disabled={rows.length >= SOUNDBITES_MAX}
        onClick={() => rows.length < SOUNDBITES_MAX && add()}
        className="mt-3 max-md:min-h-11"
      >
        {t('studio.soundbiteAdd')}
      </Button>
    </fieldset>
  )
}

function SoundbiteRow({
  row,
  name,
  errors,
  onChange,
  onRemove,
}: {
  row: Row
  name: string
  errors: { title?: string; length?: string }
  onChange: (changed: Partial<Soundbite>) => void
  onRemove: () => void
}) {
  return (
    <li role="group" aria-label={name} className="flex items-start gap-2 border-b border-line py-3">
      <div className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] items-start gap-3">
        <TimeField
          name={`soundbite start ${row.key}`}
          label={t('editors.begins')}
          seconds={row.startTime}
          stepSeconds={1}
          onChange={(startTime) => onChange({ startTime })}
        />
        <TimeField
          label={t('studio.soundbiteLength')}
          seconds={row.duration}
          stepSeconds={1}
          error={errors.length}
          onChange={(duration) => onChange({ duration })}
        />
        <Field
          label={t('editors.chapterTitle')}
          value={row.title}
          maxLength={LABEL_MAX}
          autoComplete="off"
          error={errors.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </div>
      <IconButton label={t('editors.removeOf', { name })} onClick={onRemove} className="mt-6">
        <DeleteIcon size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
