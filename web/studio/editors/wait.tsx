/** The placeholder of an editor while it loads, or its error with a retry button. */
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

export function EditorWait({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  if (query.error === null) return <Skeleton className="h-52 rounded-cover" />
  return (
    <ErrorState
      level="part"
      title={t('studio.failed')}
      detail={describeFailure(query.error)}
      retryLabel={t('studio.retry')}
      onRetry={() => void query.refetch()}
    />
  )
}
