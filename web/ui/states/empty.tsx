/** Empty states and error states: one sentence in display, one button. */
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

export function EmptyState({
  sentence,
  action,
  className,
}: {
  sentence: string
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={classNames('@container py-8', className)}>
      <p className="empty-sentence">{sentence}</p>
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  )
}

export function ErrorState({
  title,
  detail,
  retryLabel,
  onRetry,
  action,
  level = 'page',
}: {
  title: string
  detail?: string | undefined
  retryLabel?: string
  onRetry?: () => void
  action?: ReactNode
  /** On a page of its own the title is the page's heading. */
  level?: 'page' | 'part'
}) {
  const Title = level === 'page' ? 'h1' : 'h2'
  return (
    <div role="alert" className="@container py-8">
      <Title className={level === 'page' ? 'title-1' : 'empty-sentence'}>{title}</Title>
      {detail !== undefined && <p className="mt-4 max-w-[52ch] text-lg">{detail}</p>}
      <div className="mt-6 flex flex-wrap gap-2.5">
        {onRetry && <Button onClick={onRetry}>{retryLabel}</Button>}
        {action}
      </div>
    </div>
  )
}
