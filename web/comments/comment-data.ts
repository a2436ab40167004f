/** The comments of a content as queries: the first page as it came with the page, the reader's own once they are known.
 * Not the pages after it; those are more-comments.tsx. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listComments } from '#contract/comments.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { preloadQuietly } from '../catalog/page-data.ts'
import { callQuery, queryKeyOf } from '../queries.ts'
import type { Visit } from '../router.tsx'
import { useSession } from '../session/session.ts'
import { useSite } from '../site.ts'

export type CommentPage = Wire<typeof listComments>
export type CommentWire = CommentPage['comments'][number]
export type ReplyWire = CommentWire['replies'][number]
export type Order = 'new' | 'top'

export const commentsInput = (contentId: string, order: Order): Sent<typeof listComments> => ({
  params: { contentId },
  query: order === 'new' ? {} : { sort: order },
})

/** For loaders: pages can live without them. */
export const preloadComments = (visit: Visit, contentId: string) =>
  preloadQuietly(visit, listComments, commentsInput(contentId, 'new'))

/** What is shown to everybody until it is known who reads: then nothing of whom they have muted, and all that they hide. In
 * another order the former one stays until it is there. */
export function useComments(contentId: string, order: Order) {
  const { call } = useSite()
  const isSignedIn = useSession((state) => state.session !== null)
  const input = commentsInput(contentId, order)
  const everybodys = useQuery({
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
  const { error, refetch: retry } = isSignedIn ? own : everybodys
  return { page: (isSignedIn ? own.data : undefined) ?? everybodys.data, error, retry }
}
