/** The publication date: now, or a date, which may be in the past.
 * What is published is publish-dialog.tsx. */
import { useRef, useState, type ReactNode } from 'react'
import { isReleaseMoment } from '#contract/catalog/release-input.ts'
import { Field, SwitchField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import { toLocalInput } from '#web/studio/forms/local-time.ts'
import { formatZone } from '#web/words/zone.ts'

/** `publishedAt` absent: keeps its date; null: now. */
export type When = { publishedAt?: string | null }

export type Choosing = {
  fields: ReactNode
  /** The chosen date is in the future. */
  isAhead: boolean
  /** A date is wanted and not there yet. */
  isMissing: boolean
  /** Returns null, and shows an error at the field, while the date is invalid. */
  read: () => When | null
}

/** `known` is the current or intended date. `isDateOnly`: it is already published, so 'now' is not offered. */
export function useWhen(known: string | null, isDateOnly = false): Choosing {
  const [isDated, setIsDated] = useState(known !== null || isDateOnly)
  const [typed, setTyped] = useState(() => (known === null ? '' : toLocalInput(new Date(known))))
  const [error, setError] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const at = new Date(typed)
  const isDate = !Number.isNaN(at.getTime())
  const read = () => {
    if (!isDated) return known === null ? {} : { publishedAt: null }
    // The field has minute precision; an unchanged date keeps its seconds.
    if (known !== null && typed === toLocalInput(new Date(known))) return { publishedAt: known }
    if (isDate && isReleaseMoment(at)) return { publishedAt: at.toISOString() }
    setError(t(isDate ? 'error.release-date-invalid' : 'studio.publishWhenMissing'))
    place.current?.querySelector<HTMLInputElement>('input[type=datetime-local]')?.focus()
    return null
  }
  return {
    fields: <div ref={place}>{fields()}</div>,
    isAhead: isDated && isDate && isAhead(at),
    isMissing: isDated && !isDate,
    read,
  }

  function fields() {
    return (
      <>
        {!isDateOnly && (
          <SwitchField
            label={t('studio.publishDated')}
            hint={t('studio.publishDatedHint')}
            isOn={isDated}
            onChange={setIsDated}
          />
        )}
        {isDated && (
          <Field
            type="datetime-local"
            label={t('studio.publishWhen')}
            value={typed}
            hint={describeDate(isDate ? at : null)}
            error={error}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(undefined)
            }}
            className={isDateOnly ? '' : 'mt-4'}
          />
        )}
      </>
    )
  }
}

/** The time zone, and what a date in the past means. */
export function describeDate(at: Date | null): string {
  const zone = t('studio.publishZone', { zone: formatZone(at ?? new Date()) })
  return at === null || isAhead(at) ? zone : `${zone} · ${t('studio.publishPast')}`
}

const isAhead = (at: Date) => at.getTime() > Date.now()
