/** A studio page about one content: loads it, and shows it to its owner and to those who edit it.
 * What is shown is the page's. */
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { may } from '#contract/accounts/teams.ts'
import { ApiError } from '#web/data/api.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { roleFor } from '#web/studio/content/own.ts'
import { RoleContext } from '#web/studio/content/role.ts'
import { StudioFrame } from './studio-frame.tsx'

export function OwnContent<Content>({
  query,
  makerOf,
  children,
}: {
  query: UseQueryOptions<Content>
  /** Its artist or podcast. */
  makerOf: (content: Content) => string
  children: (content: Content) => ReactNode
}) {
  const { data: content, error, refetch } = useQuery(query)
  return (
    <StudioFrame>
      {(own) => {
        const role = content === undefined ? undefined : roleFor(own, makerOf(content))
        return content !== undefined && role !== undefined && may(role, 'edit') ? (
          <RoleContext value={role}>{children(content)}</RoleContext>
        ) : (
          <Missing error={error} isForeign={content !== undefined} onRetry={() => void refetch()} />
        )
      }}
    </StudioFrame>
  )
}

/** While the content loads, when it cannot be loaded, or when it belongs to somebody else. */
function Missing({ error, isForeign, onRetry }: { error: unknown; isForeign: boolean; onRetry: () => void }) {
  if (isForeign) return <ErrorState title={t('studio.notYours')} />
  if (!error) return <PageSkeleton label={t('common.loading')} />
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return isGone ? (
    <ErrorState title={t('failure.notFoundTitle')} />
  ) : (
    <ErrorState
      title={t('studio.failed')}
      detail={describeFailure(error)}
      retryLabel={t('studio.retry')}
      onRetry={onRetry}
    />
  )
}
