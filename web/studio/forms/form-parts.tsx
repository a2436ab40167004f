/** Small parts shared by studio forms: error messages, and a switch that submits 'true' or 'false'. */
import { useState, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { AlertIcon } from '#web/ui/icon.tsx'

export function Alert({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      role="alert"
      className={classNames('flex items-start gap-2 rounded-item bg-pink-soft px-4 py-3 text-pink', className)}
    >
      <AlertIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

export function FormSwitch({
  name,
  label,
  hint,
  isOn: isOnAtFirst = false,
}: {
  name: string
  label: string
  hint?: string
  isOn?: boolean
}) {
  const [isOn, setIsOn] = useState(isOnAtFirst)
  return (
    <>
      <input type="hidden" name={name} value={String(isOn)} />
      <SwitchField label={label} {...(hint === undefined ? {} : { hint })} isOn={isOn} onChange={setIsOn} />
    </>
  )
}
