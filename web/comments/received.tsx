/** Comments on all of the user's content, including those hidden from others: paginated, or the newest few. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { listReceivedComments } from '#contract/community/comments.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { CommentLine } from './comment-line.tsx'

const NEWEST = 3

function useReceived() {
  const { call } = useSite()
  return useInfiniteQuery({
    queryKey: queryKeyOf(listReceivedComments),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(listReceivedComments, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    getNextPageParam: ({ nextBefore }) => nextBefore,
    staleTime: 0,
  })
}

export function Received() {
  const pages = useReceived()
  const { data, error, refetch } = pages
  if (!data && error) {
    return <LoadFailure level="part" title={t('comments.failed')} error={error} retry={refetch} />
  }
  if (!data) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton className="h-60 w-full" />
      </div>
    )
  }
  const comments = data.pages.flatMap((page) => page.comments)
  if (comments.length === 0) return <EmptyState sentence={t('comments.studioEmpty')} />
  return (
    <>
      <Lines comments={comments} />
      <MoreButton pages={pages} label={t('comments.more')} className="mt-5" />
    </>
  )
}

/** Draws nothing while there are no comments. */
export function NewestReceived() {
  const { data } = useReceived()
  const comments = data?.pages[0]?.comments ?? []
  if (comments.length === 0) return null
  return (
    <Section title={t('comments.studioSome')} more={{ href: '/studio/comments', label: t('common.seeAll') }}>
      <Lines comments={comments.slice(0, NEWEST)} />
    </Section>
  )
}

type Comments = Parameters<typeof CommentLine>[0]['comment'][]

function Lines({ comments }: { comments: Comments }) {
  return (
    <ul className="border-t border-line">
      {comments.map((comment) => (
        <CommentLine key={comment.id} comment={comment} isOwner pageContentId={null} playables={[]} />
      ))}
    </ul>
  )
}
