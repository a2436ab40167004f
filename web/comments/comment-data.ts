/** The comments on content as queries: first the public page from the server, then the signed-in reader's version.
 * Further pages are more-comments.tsx. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listComments } from '#contract/community/comments.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { preloadQuietly } from '#web/frame/page-data.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import type { Visit } from '#web/frame/page.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'

export type CommentPage = Wire<typeof listComments>
export type CommentWire = CommentPage['comments'][number]
export type ReplyWire = CommentWire['replies'][number]
export type Order = 'new' | 'top'

export const commentsInput = (contentId: string, order: Order): Sent<typeof listComments> => ({
  params: { contentId },
  query: order === 'new' ? {} : { sort: order },
})

/** For loaders: comments are not essential to a page. */
export const preloadComments = (visit: Visit, contentId: string) =>
  preloadQuietly(visit, listComments, commentsInput(contentId, 'new'))

/** The public comments until the reader is known; then without the users they have muted, and including the comments they
 * hide from others. While another order loads, the current one stays. */
export function useComments(contentId: string, order: Order) {
  const { call } = useSite()
  const isSignedIn = useSession((state) => state.session !== null)
  const input = commentsInput(contentId, order)
  const shared = useQuery({
    ...callQuery(call, listComments, input),
    enabled: !isSignedIn,
    placeholderData: keepPreviousData<CommentPage>,
  })
  const own = useQuery<CommentPage>({
    queryKey: [...queryKeyOf(listComments, input), 'own'],
    queryFn: ({ signal }) => call(listComments, input, { signal }),
    enabled: isSignedIn,
    placeholderData: keepPreviousData,
  })
  const { error, refetch: retry } = isSignedIn ? own : shared
  return { page: (isSignedIn ? own.data : undefined) ?? shared.data, error, retry }
}
