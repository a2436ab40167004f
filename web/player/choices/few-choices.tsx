/** A choice between a few values, side by side, with a note below. */
import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export function FewChoices<Value extends string | number>({
  label,
  note,
  options,
  selected,
  onChoose,
}: {
  label: string
  note?: string | undefined
  options: readonly { value: Value; name: string }[]
  selected: Value | 'other'
  onChoose: (value: Value) => void
}) {
  const group = useId()
  return (
    <fieldset>
      <legend className="font-medium">{label}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {options.map(({ value, name }) => (
          <label
            key={value}
            className={classNames(
              'grid min-h-11 min-w-14 cursor-pointer place-items-center rounded-pill border border-line-2 bg-highlight px-3.5 font-semi text-ink',
              'has-checked:border-ink has-checked:bg-ink has-checked:text-beige',
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
            {name}
          </label>
        ))}
      </div>
      {/* One line is reserved, so that the layout does not shift when the countdown begins. */}
      <p aria-live="off" className="mt-1.5 min-h-6 text-sm">
        {note}
      </p>
    </fieldset>
  )
}
