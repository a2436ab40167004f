/** A field to search and choose: matches appear below while typing.
 * Finding matches is the caller's; a plain field with fixed suggestions is field.tsx with a list. */
import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Field as HeadlessField,
  Label,
} from '@headlessui/react'
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { AlertIcon } from '#web/ui/icon.tsx'

export type Suggestion = { key: string; name: string; aside?: string; picture?: ReactNode }

export function SuggestField<Option extends Suggestion>({
  name,
  label,
  isLabelHidden = false,
  placeholder,
  selected,
  options,
  /** Shown below while nothing matches or the response is pending. */
  note,
  error,
  onType,
  onClose = () => onType(''),
  onChoose,
}: {
  name?: string
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  selected: Option | null
  options: readonly Option[]
  note: string
  error?: string | undefined
  onType: (typed: string) => void
  /** Without it, what was typed is discarded. */
  onClose?: () => void
  onChoose: (option: Option) => void
}) {
  const errorId = useId()
  return (
    <HeadlessField className="relative flex min-w-0 flex-col gap-1.5">
      <Label className={isLabelHidden ? 'sr-only' : 'text-sm font-semi'}>{label}</Label>
      <Combobox
        immediate
        value={selected}
        by="key"
        onChange={(option: Option | null) => option && onChoose(option)}
        onClose={onClose}
      >
        <ComboboxInput
          {...(name !== undefined && { name })}
          placeholder={placeholder}
          displayValue={(option: Option | null) => option?.name ?? ''}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-errormessage={error ? errorId : undefined}
          onChange={(event) => onType(event.target.value)}
          className={classNames(
            'h-12 w-full truncate rounded-field border border-line-2 bg-highlight px-4 text-ink transition-[border-color]',
            'placeholder:text-ink-3 hover:border-ink-3 aria-invalid:border-pink',
          )}
        />
        <Options options={options} note={note} />
      </Combobox>
      {error && (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm text-pink">
          <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </HeadlessField>
  )
}

function Options({ options, note }: { options: readonly Suggestion[]; note: string }) {
  return (
    <ComboboxOptions
      transition
      // Fields around it remain reachable.
      modal={false}
      className={classNames(
        'absolute top-full left-0 z-40 mt-1.5 max-h-72 w-full min-w-64 overflow-y-auto rounded-bar border border-line bg-highlight p-2 shadow-float',
        'transition duration-150 ease-out data-closed:-translate-y-1 data-closed:opacity-0',
      )}
    >
      {options.map((option) => (
        <ComboboxOption
          key={option.key}
          value={option}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-item px-2.5 py-1.5',
            'data-focus:bg-sunken data-selected:font-semi',
          )}
        >
          {option.picture}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{option.name}</span>
            {option.aside !== undefined && (
              <span className="block truncate text-sm font-regular text-ink-2">{option.aside}</span>
            )}
          </span>
        </ComboboxOption>
      ))}
      {options.length === 0 && <p className="px-2.5 py-2 text-sm text-ink-2">{note}</p>}
    </ComboboxOptions>
  )
}
