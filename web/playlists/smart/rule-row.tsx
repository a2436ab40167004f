/** One rule of a smart playlist as a row: its field, then its values, all native controls. */
import { useQuery } from '@tanstack/react-query'
import { listGenres } from '#contract/catalog/meta.ts'
import { moods, type MoodName } from '#contract/listening/smart-rules.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'
import { moodNames } from '#web/playlists/mood-names.ts'
import { ArtistChoice } from './artist-choice.tsx'
import { type Field as FieldName, fieldNames, newRule, type Rule } from './rule-fields.ts'

type Props<R extends Rule = Rule> = { rule: R; number: number; onChange: (rule: Rule) => void }

export function RuleRow({ rule, number, onChange, onRemove }: Props & { onRemove: () => void }) {
  return (
    <fieldset className="flex flex-wrap items-start gap-x-4 gap-y-3 border-t border-line py-4">
      <legend className="sr-only">{t('smart.rule', { number })}</legend>
      <SelectField
        label={t('smart.field')}
        className="grow-4 basis-60"
        value={rule.field}
        onChange={({ target }) => onChange(newRule(target.value as FieldName))}
      >
        {(Object.keys(fieldNames) as FieldName[]).map((field) => (
          <option key={field} value={field}>
            {t(fieldNames[field])}
          </option>
        ))}
      </SelectField>
      <div className="min-w-0 grow-6 basis-60">
        <RuleParts rule={rule} number={number} onChange={onChange} />
      </div>
      <WordButton label={t('smart.removeRule', { number })} className="self-end" onClick={onRemove}>
        {t('smart.remove')}
      </WordButton>
    </fieldset>
  )
}

function RuleParts({ rule, ...rest }: Props) {
  switch (rule.field) {
    case 'genre':
      return <GenreParts {...rest} rule={rule} />
    case 'artist':
      return <ArtistChoice artistIds={rule.artistIds} onChange={(artistIds) => rest.onChange({ ...rule, artistIds })} />
    case 'mood':
      return <MoodParts {...rest} rule={rule} />
    case 'explicit':
    case 'liked':
      return (
        <SelectField
          label={t('smart.is')}
          value={String(rule.is)}
          onChange={({ target }) => rest.onChange({ ...rule, is: target.value === 'true' })}
        >
          <option value="true">{t('smart.yes')}</option>
          <option value="false">{t('smart.no')}</option>
        </SelectField>
      )
    case 'released':
      return <DateParts {...rest} rule={rule} />
    case 'released-within':
    case 'not-played-within':
      return (
        <NumberField
          label={t('smart.days')}
          value={rule.days}
          min={1}
          onChange={(days) => rest.onChange({ ...rule, days: days ?? 1 })}
        />
      )
    case 'zapped':
      return (
        <NumberField
          label={t('smart.atLeastSats')}
          value={rule.min}
          onChange={(min) => rest.onChange({ ...rule, min: min ?? 0 })}
        />
      )
    case 'seconds':
    case 'sats':
    case 'plays':
      return <RangeParts {...rest} rule={rule} />
  }
}

function GenreParts({ rule, onChange }: Props<Extract<Rule, { field: 'genre' }>>) {
  const { call } = useSite()
  const { data: genres = [] } = useQuery(callQuery(call, listGenres, {}))
  const toggle = (id: number) => {
    const without = rule.genreIds.filter((one) => one !== id)
    onChange({ ...rule, genreIds: without.length < rule.genreIds.length ? without : [...rule.genreIds, id] })
  }
  return (
    <div role="group" aria-label={t('smart.genre')} className="flex flex-wrap gap-x-4">
      <span aria-hidden="true" className="basis-full text-sm font-semi">
        {t('smart.genre')}
      </span>
      {genres
        .filter(({ id, count }) => count > 0 || rule.genreIds.includes(id))
        .map(({ id, name }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-5"
              checked={rule.genreIds.includes(id)}
              onChange={() => toggle(id)}
            />
            {name}
          </label>
        ))}
    </div>
  )
}

function MoodParts({ rule, onChange }: Props<Extract<Rule, { field: 'mood' }>>) {
  return (
    <SelectField
      label={t('smart.listedFor')}
      value={rule.mood}
      onChange={({ target }) => onChange({ ...rule, mood: target.value as MoodName })}
    >
      {moods.map((mood) => (
        <option key={mood} value={mood}>
          {t(moodNames[mood])}
        </option>
      ))}
    </SelectField>
  )
}

function DateParts({ rule, onChange }: Props<Extract<Rule, { field: 'released' }>>) {
  const { from, to } = rule
  const change = (range: { from?: string | undefined; to?: string | undefined }) =>
    onChange({ field: 'released', ...(range.from && { from: range.from }), ...(range.to && { to: range.to }) })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
      <Field
        label={t('smart.from')}
        type="date"
        value={from ?? ''}
        onChange={({ target }) => change({ from: target.value, to })}
      />
      <Field
        label={t('smart.to')}
        type="date"
        value={to ?? ''}
        onChange={({ target }) => change({ from, to: target.value })}
      />
    </div>
  )
}

function RangeParts({ rule, onChange }: Props<Extract<Rule, { field: 'seconds' | 'sats' | 'plays' }>>) {
  const { field, min, max } = rule
  const change = (range: { min?: number | undefined; max?: number | undefined }) =>
    onChange({
      field,
      ...(range.min !== undefined && { min: range.min }),
      ...(range.max !== undefined && { max: range.max }),
    })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-3">
      <NumberField label={t('smart.atLeast')} value={min} onChange={(next) => change({ min: next, max })} />
      <NumberField label={t('smart.atMost')} value={max} onChange={(next) => change({ min, max: next })} />
    </div>
  )
}

/** Empty: no limit on this side. */
function NumberField({
  label,
  value,
  min = 0,
  onChange,
}: {
  label: string
  value: number | undefined
  min?: number
  onChange: (value: number | undefined) => void
}) {
  return (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      step={1}
      value={value ?? ''}
      onChange={({ target }) => {
        const number = Number.parseInt(target.value, 10)
        onChange(Number.isNaN(number) ? undefined : Math.max(min, number))
      }}
    />
  )
}
