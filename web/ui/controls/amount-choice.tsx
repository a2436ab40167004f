/** Preset amounts and a field for a custom amount. What was typed
 * is returned as text; parsing and validation are the caller's. */
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from './field.tsx'

const OPTION = classNames(
  'flex min-h-14 cursor-pointer flex-col items-center justify-center rounded-field border-[1.5px] border-line-2 px-1',
  'leading-tight font-semi',
  'transition-colors hover:border-ink-3 has-checked:border-orange has-checked:bg-orange-soft',
  'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple',
)

export type Amount = { isOwn: boolean; text: string }

export function AmountChoice({
  label,
  presets,
  amount,
  onChange,
  ownLabel,
  fieldLabel,
  unit,
  hint,
  error,
}: {
  label: string
  /** `text` is the value of the preset, `name` its label; `note` is shown below it in place of the unit. */
  presets: { text: string; name: string; note?: string }[]
  amount: Amount
  onChange: (amount: Amount) => void
  ownLabel: string
  fieldLabel: string
  unit: string
  hint?: ReactNode
  error?: string | undefined
}) {
  const group = useId()
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-2 text-sm font-semi">{label}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2">
          {presets.map(({ text, name, note }) => (
            <label key={text} className={OPTION}>
              <input
                type="radio"
                name={group}
                className="sr-only"
                checked={!amount.isOwn && amount.text === text}
                onChange={() => onChange({ isOwn: false, text })}
              />
              {name} <span className="text-xs font-medium text-ink-2">{note ?? unit}</span>
            </label>
          ))}
          <label className={OPTION}>
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={amount.isOwn}
              onChange={() => onChange({ isOwn: true, text: '' })}
            />
            {ownLabel}
          </label>
        </div>
      </fieldset>
      {amount.isOwn && (
        <Field
          label={fieldLabel}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          maxLength={16}
          suffix={unit}
          value={amount.text}
          onChange={(event) => onChange({ isOwn: true, text: event.target.value })}
          error={error}
        />
      )}
      {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
    </div>
  )
}
