/** A list that is read back in time, as one growing list: each page names where the next one begins. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { queryKeyOf } from './queries.ts'
import { useSite } from './site.ts'

export const pagesKeyOf = (endpoint: Endpoint): readonly unknown[] => [...queryKeyOf(endpoint), 'pages']

/** Refetched on each visit, because other devices may have changed it. */
export function usePagesBefore<E extends Endpoint>(endpoint: E) {
  const { call } = useSite()
  return useInfiniteQuery({
    queryKey: pagesKeyOf(endpoint),
    queryFn: ({ pageParam, signal }): Promise<Wire<E>> =>
      call(endpoint, { query: pageParam === null ? {} : { before: pageParam } } as Sent<E>, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as { nextBefore: string | null }).nextBefore,
    refetchOnMount: 'always',
  })
}
