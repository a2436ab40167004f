/** A choice between a few options, side by side. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { RadioLabels } from '#web/ui/controls/radio-labels.tsx'

export function Choice<Value extends string>({
  label,
  options,
  selected,
  onChoose,
}: {
  /** For screen readers only: the panel's heading already shows it. */
  label: string
  options: readonly { value: Value; name: string; icon?: ReactNode }[]
  selected: Value
  onChoose: (value: Value) => void
}) {
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.75rem),1fr))] gap-2">
        <RadioLabels
          options={options}
          selected={selected}
          onChoose={onChoose}
          className={classNames(
            'flex min-h-14 flex-col items-center justify-center gap-1 rounded-field border-[1.5px] border-line-2 px-2',
            'py-2.5 text-center leading-tight transition-colors hover:border-ink-3',
            'has-checked:border-purple has-checked:bg-purple-soft',
          )}
        />
      </div>
    </fieldset>
  )
}
