/** The building blocks of the settings: a panel with a heading, and rows with a value and its action. */
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { Button } from '#web/ui/controls/button.tsx'

export function Panel({
  title,
  badge,
  note,
  isDestructive = false,
  children,
}: {
  title: string
  badge?: ReactNode
  note?: ReactNode
  /** For irreversible actions. */
  isDestructive?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'rounded-bar border bg-highlight px-5 py-5 md:px-7 md:py-6',
        isDestructive ? 'border-pink' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        {badge}
      </div>
      {note !== undefined && <p className="mt-1 max-w-[62ch] text-ink-2">{note}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  )
}

export function Lines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  )
}

export function Line({
  icon,
  title,
  badge,
  detail,
  action,
}: {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  detail?: ReactNode
  action?: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      {icon !== undefined && <span className="shrink-0 text-ink-2">{icon}</span>}
      <div className="min-w-0 flex-[1_1_7rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semi">
          <span className="min-w-0 break-words">{title}</span>
          {badge}
        </p>
        {detail !== undefined && <p className="text-sm break-words text-ink-2">{detail}</p>}
      </div>
      {action !== undefined && <div className="shrink-0">{action}</div>}
    </li>
  )
}

/** Shown while a list loads, and when loading fails. */
export function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <Skeleton className="h-14" />
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-pink">{describeFailure(error)}</p>
      <Button kind="quiet" size="small" onClick={onRetry}>
        {t('failure.retry')}
      </Button>
    </div>
  )
}
