/** Empty states and error states: arcs, one sentence, one button. */
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DrawnArcs } from '#web/ui/mark.tsx'

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
    <div className={classNames('flex flex-col items-center gap-5 px-4 py-14 text-center', className)}>
      <DrawnArcs className="text-ink-3" />
      <p className="max-w-[38ch] text-lg text-balance text-ink-2">{sentence}</p>
      {action}
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
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      <DrawnArcs className="rotate-180 text-pink" />
      <Title className={level === 'page' ? 'text-2xl' : 'text-xl'}>{title}</Title>
      {detail !== undefined && <p className="max-w-[44ch] text-balance text-ink-2">{detail}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-2.5">
        {onRetry && <Button onClick={onRetry}>{retryLabel}</Button>}
        {action}
      </div>
    </div>
  )
}
