/** The loading, error and "more" states of a part of the library. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { RowSkeletons } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

type ListQuery = Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'error' | 'refetch' | 'hasNextPage'> &
  Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>

export function PartStates({
  query,
  isEmpty,
  empty,
  waiting,
  children,
}: {
  query: ListQuery
  isEmpty: boolean
  /** What a part without anything in it shows. */
  empty: ReactNode
  waiting: ReactNode
  children: ReactNode
}) {
  if (query.isPending) return waiting
  if (query.isError && !query.isFetchNextPageError) {
    return <LoadFailure level="part" error={query.error} retry={query.refetch} />
  }
  if (isEmpty) return empty
  return (
    <>
      {children}
      <MorePages query={query} />
    </>
  )
}

type MoreQuery = Pick<ListQuery, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'>

/** A next page that could not be loaded is offered again. */
export function MorePages({ query }: { query: MoreQuery }) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-8 flex justify-center">
      <MoreButton pages={query} label={t(query.isFetchNextPageError ? 'failure.retry' : 'library.more')} />
    </div>
  )
}

export function RowsComing() {
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
      <RowSkeletons />
    </div>
  )
}
