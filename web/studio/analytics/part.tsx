/** A section of the analytics page: its heading, its CSV button, and loading and error states. */
import { useId, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

export function Part({
  title,
  lead,
  actions,
  isSmall = false,
  children,
}: {
  title: string
  lead?: string | null | undefined
  actions?: ReactNode
  /** One of several side by side. */
  isSmall?: boolean
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-11">
      <header
        className={classNames('mb-4 flex min-h-9 items-end justify-between gap-x-6 gap-y-3', !isSmall && 'flex-wrap')}
      >
        <div className="min-w-0">
          <h2 id={headingId} className={isSmall ? 'text-lg' : 'text-xl md:text-2xl'}>
            {title}
          </h2>
          {lead && <p className="mt-1 text-ink-2">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** The data, a placeholder while it loads, or an error with a retry button. */
export function Loaded<Value>({
  query: { data, error, refetch },
  height = 'h-40',
  children,
}: {
  query: { data: Value | undefined; error: Error | null; refetch: () => unknown }
  /** The height of the placeholder. */
  height?: string
  children: (data: Value) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error === null) {
    return (
      <div role="status" aria-label={t('common.loading')} className="mt-4">
        <Skeleton className={`w-full ${height}`} />
      </div>
    )
  }
  return (
    <LoadFailure
      level="part"
      title={t('analytics.failed')}
      retryLabel={t('analytics.retry')}
      error={error}
      retry={refetch}
    />
  )
}
