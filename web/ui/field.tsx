/** Labelled inputs: one line, many lines, a choice, a switch. Label, hint and error are tied to the input for readers.
 * Validation is the form's; a field only shows what it is told. */
import { Description, Field as HeadlessField, Input, Label, Select, Switch, Textarea } from '@headlessui/react'
import { useId, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { AlertIcon, ChevronDownIcon } from './icon.tsx'

const BOX = classNames(
  'w-full rounded-field border border-line-2 bg-highlight px-4 text-ink transition-[border-color]',
  'placeholder:text-ink-3 hover:border-ink-3 data-invalid:border-pink data-disabled:opacity-50',
)

type Frame = {
  label: string
  /** The label is read out but not shown. */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** What is wrong, in words; marks the field as invalid. */
  error?: string | undefined
  className?: string
}

function FieldFrame({
  label,
  isLabelHidden,
  hint,
  error,
  errorId,
  className,
  children,
}: Frame & { errorId: string; children: ReactNode }) {
  return (
    <HeadlessField className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <Label className={isLabelHidden ? 'sr-only' : 'text-sm font-semi'}>{label}</Label>
      {children}
      {hint !== undefined && !error && <Description className="text-sm text-ink-2">{hint}</Description>}
      {error && (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm text-pink">
          <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </HeadlessField>
  )
}

export function Field({
  label,
  isLabelHidden = false,
  hint,
  error,
  className,
  suffix,
  disabled = false,
  autoFocus = false,
  ...rest
}: Omit<ComponentPropsWithoutRef<'input'>, 'className'> & Frame & { suffix?: ReactNode }) {
  const errorId = useId()
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, errorId }} {...(className ? { className } : {})}>
      <span className="relative">
        <Input
          {...rest}
          disabled={disabled}
          autoFocus={autoFocus}
          invalid={Boolean(error)}
          aria-errormessage={error ? errorId : undefined}
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
  label,
  isLabelHidden = false,
  hint,
  error,
  className,
  rows = 4,
  disabled = false,
  autoFocus = false,
  ...rest
}: Omit<ComponentPropsWithoutRef<'textarea'>, 'className'> & Frame) {
  const errorId = useId()
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, errorId }} {...(className ? { className } : {})}>
      <Textarea
        {...rest}
        disabled={disabled}
        autoFocus={autoFocus}
        rows={rows}
        invalid={Boolean(error)}
        aria-errormessage={error ? errorId : undefined}
        className={classNames(BOX, 'resize-y py-3')}
      />
    </FieldFrame>
  )
}

export function SelectField({
  label,
  isLabelHidden = false,
  hint,
  error,
  className,
  children,
  disabled = false,
  autoFocus = false,
  ...rest
}: Omit<ComponentPropsWithoutRef<'select'>, 'className'> & Frame) {
  const errorId = useId()
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, errorId }} {...(className ? { className } : {})}>
      <span className="relative">
        <Select
          {...rest}
          disabled={disabled}
          autoFocus={autoFocus}
          invalid={Boolean(error)}
          className={classNames(BOX, 'h-12 appearance-none pr-11')}
        >
          {children}
        </Select>
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
  return (
    <HeadlessField disabled={isDisabled} className="flex items-center justify-between gap-6">
      <span className="min-w-0">
        <Label className="block font-medium">{label}</Label>
        {hint !== undefined && <Description className="text-sm text-ink-2">{hint}</Description>}
      </span>
      <Switch
        checked={isOn}
        onChange={onChange}
        className={classNames(
          'group inline-flex h-7 w-12 shrink-0 items-center rounded-pill border border-line-2 bg-sunken transition-colors',
          'data-checked:border-transparent data-checked:bg-purple data-disabled:opacity-50',
        )}
      >
        <span
          className={classNames(
            'ml-1 size-5 rounded-pill bg-ink-3 transition-transform',
            'group-data-checked:translate-x-4.5 group-data-checked:bg-highlight',
          )}
        />
      </Switch>
    </HeadlessField>
  )
}
