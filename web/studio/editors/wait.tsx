/** The placeholder of an editor while it loads, or its error with a retry button. */
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

type Query = Pick<UseQueryResult, 'error' | 'refetch'>

export function EditorWait({ query }: { query: Query }) {
  return query.error === null ? <Skeleton className="h-52 rounded-cover" /> : <EditorFailure query={query} />
}

export function EditorFailure({ query }: { query: Query }) {
  return (
    <LoadFailure
      level="part"
      title={t('studio.failed')}
      retryLabel={t('studio.retry')}
      error={query.error}
      retry={query.refetch}
    />
  )
}
