/** Labelled inputs: one line, several lines, a choice, a switch. Label, hint and error are linked to the input for
 * screen readers. Validation is the form's; a field only shows the error it is given. */
import { useId, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { AlertIcon, ChevronDownIcon } from '#web/ui/icon.tsx'

const BOX = classNames(
  'w-full rounded-field border border-line-2 bg-highlight px-[min(1rem,16px)] text-ink transition-[border-color]',
  'placeholder:text-ink-3 hover:border-ink-3 aria-invalid:border-pink disabled:opacity-50',
)

type Frame = {
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** The error message; marks the field as invalid. */
  error?: string | undefined
  className?: string
}

type Ids = { input: string; hint: string; error: string }

function useIds(): Ids {
  const id = useId()
  return { input: id, hint: `${id}-hint`, error: `${id}-error` }
}

/** Links an input to its label, hint and error. `data-autofocus` marks what a dialog focuses first. */
function tie(ids: Ids, { hint, error }: Frame, autoFocus: boolean) {
  return {
    id: ids.input,
    'aria-describedby': hint !== undefined && !error ? ids.hint : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-errormessage': error ? ids.error : undefined,
    autoFocus,
    'data-autofocus': autoFocus || undefined,
  }
}

function FieldFrame({
  label,
  isLabelHidden = false,
  hint,
  error,
  ids,
  className,
  children,
}: Frame & { ids: Ids; children: ReactNode }) {
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={ids.input} className={isLabelHidden ? 'sr-only' : 'text-sm font-semi'}>
        {label}
      </label>
      {children}
      {hint !== undefined && !error && (
        <p id={ids.hint} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} role="alert" className="flex items-start gap-1.5 text-sm text-pink">
          <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

/** Separates the props of the frame from those of the input. */
function partFrame<Props extends Frame>({ label, isLabelHidden, hint, error, className, ...rest }: Props) {
  const frame: Frame = {
    label,
    ...(isLabelHidden && { isLabelHidden }),
    ...(hint !== undefined && { hint }),
    error,
    ...(className && { className }),
  }
  return { frame, rest }
}

export function Field({
  suffix,
  autoFocus = false,
  ...props
}: Omit<ComponentPropsWithoutRef<'input'>, 'className' | 'id'> & Frame & { suffix?: ReactNode }) {
  const ids = useIds()
  const { frame, rest } = partFrame(props)
  return (
    <FieldFrame {...frame} ids={ids}>
      <span className="relative">
        <input
          type="text"
          {...rest}
          {...tie(ids, frame, autoFocus)}
          className={classNames(BOX, 'h-12', suffix !== undefined && 'pr-16')}
        />
        {suffix !== undefined && (
          <span className="absolute inset-y-0 right-2 flex items-center px-2 text-sm text-ink-2">{suffix}</span>
        )}
      </span>
    </FieldFrame>
  )
}

export function TextArea({
  rows = 4,
  autoFocus = false,
  ...props
}: Omit<ComponentPropsWithoutRef<'textarea'>, 'className' | 'id'> & Frame) {
  const ids = useIds()
  const { frame, rest } = partFrame(props)
  return (
    <FieldFrame {...frame} ids={ids}>
      <textarea {...rest} {...tie(ids, frame, autoFocus)} rows={rows} className={classNames(BOX, 'resize-y py-3')} />
    </FieldFrame>
  )
}

export function SelectField({
  children,
  autoFocus = false,
  ...props
}: Omit<ComponentPropsWithoutRef<'select'>, 'className' | 'id'> & Frame) {
  const ids = useIds()
  const { frame, rest } = partFrame(props)
  return (
    <FieldFrame {...frame} ids={ids}>
      <span className="relative">
        <select
          {...rest}
          {...tie(ids, frame, autoFocus)}
          className={classNames(BOX, 'h-12 appearance-none pr-[min(2.75rem,44px)]')}
        >
          {children}
        </select>
        <ChevronDownIcon
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-ink-2"
        />
      </span>
    </FieldFrame>
  )
}

export function SwitchField({
  label,
  hint,
  isOn,
  onChange,
  isDisabled = false,
}: {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}) {
  const ids = useIds()
  const labelId = `${ids.input}-label`
  return (
    <div className="flex items-center justify-between gap-6">
      <div className="min-w-0">
        <label id={labelId} htmlFor={ids.input} className="block font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={ids.hint} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={ids.input}
        aria-labelledby={labelId}
        aria-checked={isOn}
        aria-describedby={hint === undefined ? undefined : ids.hint}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
        className={classNames(
          'group inline-flex h-7 w-12 shrink-0 items-center rounded-pill border border-line-2 bg-sunken transition-colors',
          'aria-checked:border-transparent aria-checked:bg-purple disabled:opacity-50',
        )}
      >
        <span
          className={classNames(
            'ml-1 size-5 rounded-pill bg-ink-3 transition-transform',
            'group-aria-checked:translate-x-4.5 group-aria-checked:bg-highlight',
          )}
        />
      </button>
    </div>
  )
}
