/** A choice between a few values, side by side, with a note below. */
import { classNames } from '#web/ui/class-names.ts'
import { RadioLabels } from '#web/ui/controls/radio-labels.tsx'

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
  return (
    <fieldset>
      <legend className="font-medium">{label}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        <RadioLabels
          options={options}
          selected={selected}
          onChoose={onChoose}
          className={classNames(
            'grid min-h-11 min-w-14 place-items-center rounded-pill border border-line-2 bg-highlight px-3.5 text-ink',
            'has-checked:border-ink has-checked:bg-ink has-checked:text-beige',
          )}
        />
      </div>
      {/* One line is reserved, so that the layout does not shift when the countdown begins. */}
      <p aria-live="off" className="mt-1.5 min-h-6 text-sm">
        {note}
      </p>
    </fieldset>
  )
}
