/** A choice between a few options, side by side. */
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

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
  const group = useId()
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.75rem),1fr))] gap-2">
        {options.map(({ value, name, icon }) => (
          <label
            key={value}
            className={classNames(
              'flex min-h-14 cursor-pointer flex-col items-center justify-center gap-1 rounded-field border-[1.5px]',
              'border-line-2 px-2 py-2.5 text-center leading-tight font-semi transition-colors hover:border-ink-3',
              'has-checked:border-purple has-checked:bg-purple-soft',
              'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple',
            )}
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={value === selected}
              onChange={() => onChoose(value)}
            />
            {icon}
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
