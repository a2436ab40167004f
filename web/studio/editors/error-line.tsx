/** An error below the part of an editor that it is about. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { AlertIcon } from '#web/ui/icon.tsx'

export function ErrorLine({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="alert" className={classNames('flex items-start gap-1.5 text-sm text-pink', className)}>
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}
