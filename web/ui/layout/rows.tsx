/** Rows with a name on the left and a value on the right, for receipts and confirmations. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line border-y border-line">{children}</dl>
}

export function Row({
  name,
  isStrong = false,
  children,
}: {
  name: ReactNode
  isStrong?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-5 py-2.5',
        isStrong ? 'text-lg font-strong' : 'text-sm',
      )}
    >
      <dt className={classNames('max-w-3/5 shrink-0', !isStrong && 'text-ink-2')}>{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
