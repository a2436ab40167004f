/** What a page or a part of it shows for content that could not be loaded: why, and a button that loads it again. */
import { describeFailure } from '#web/data/failures.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'

export function LoadFailure({
  error,
  retry,
  title = t('failure.title'),
  retryLabel = t('failure.retry'),
  level = 'page',
}: {
  error: unknown
  retry: () => unknown
  title?: string
  retryLabel?: string
  level?: 'page' | 'part'
}) {
  return (
    <ErrorState
      level={level}
      title={title}
      detail={describeFailure(error)}
      retryLabel={retryLabel}
      onRetry={() => void retry()}
    />
  )
}
