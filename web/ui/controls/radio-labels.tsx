/** Options side by side, of which one is selected: radio buttons that look like their labels. */
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** `className` is the look of a label; `has-checked:` that of the selected one. */
export function RadioLabels<Value extends string | number>({
  options,
  selected,
  onChoose,
  className,
}: {
  options: readonly { value: Value; name: string; icon?: ReactNode }[]
  /** A value of none of the options: none is selected. */
  selected: Value | 'other'
  onChoose: (value: Value) => void
  className: string
}) {
  const group = useId()
  return options.map(({ value, name, icon }) => (
    <label
      key={value}
      className={classNames(
        'cursor-pointer font-semi',
        'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple',
        className,
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
  ))
}
