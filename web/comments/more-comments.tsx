/** The pages after the first one, and the button that loads the next. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { listComments } from '#contract/community/comments.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { commentsInput, type Order } from './comment-data.ts'
import { CommentLine } from './comment-line.tsx'

export function MoreComments({
  contentId,
  order,
  before,
  playables,
}: {
  contentId: string
  order: Order
  /** Where the first page ended. */
  before: string
  playables: readonly Playable[]
}) {
  const { call } = useSite()
  const input = commentsInput(contentId, order)
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeyOf(listComments, input), 'after', before],
    initialPageParam: before,
    queryFn: ({ pageParam, signal }) =>
      call(listComments, { ...input, query: { ...input.query, before: pageParam } }, { signal }),
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
  if (error) {
    return <LoadFailure level="part" title={t('comments.failed')} error={error} retry={refetch} />
  }
  return (
    <>
      <ul>
        {data?.pages.flatMap(({ comments, isOwner }) =>
          comments.map((comment) => (
            <CommentLine
              key={comment.id}
              comment={comment}
              isOwner={isOwner}
              pageContentId={contentId}
              playables={playables}
            />
          )),
        )}
      </ul>
      {(hasNextPage || isFetching) && (
        <Button kind="quiet" className="mt-5" isWaiting={isFetching} onClick={() => void fetchNextPage()}>
          {t('comments.more')}
        </Button>
      )}
    </>
  )
}
