/** The paginated lists of the library, each as one growing list. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import type { Pagination } from '#contract/fields.ts'
import type * as z from 'zod/mini'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

type Paged = { pagination: z.input<typeof Pagination> }

const PER_PAGE = '60'

/** `data` contains the pages loaded so far. Refetched on each visit, because other devices may have changed it. */
export function useSavedPages<E extends Endpoint>(endpoint: E) {
  const { call } = useSite()
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(endpoint), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<Wire<E>> =>
      call(endpoint, { query: { page: String(pageParam), limit: PER_PAGE } } as Sent<E>, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => {
      const { currentPage, totalPages } = (last as Paged).pagination
      return currentPage < totalPages ? currentPage + 1 : null
    },
    refetchOnMount: 'always',
  })
}
