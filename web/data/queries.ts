/** The TanStack Query setup: fresh for five minutes, no retry of writes, keys derived from the call.
 * Queries are named in one way only, so that a page and its loader always share the same entry. */
import { queryOptions, QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callName, type Endpoint, type Sent, type Wire } from '#contract/endpoint.ts'
import { ApiError, type Call } from './api.ts'

const STALE_MS = 5 * 60_000
const MAX_RETRIES = 2

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Errors from the server are not retried unless they are temporary; missing responses are.
        retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiError) || isTemporary(error)),
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
}

function isTemporary(error: ApiError): boolean {
  return error.status === 0 || error.status >= 502
}

/** The query of a call: `useQuery(callQuery(call, getAlbum, { params: { albumId } }))`. */
export function callQuery<E extends Endpoint>(call: Call, endpoint: E, input: Sent<E>) {
  return queryOptions<Wire<E>>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(endpoint.retry === false && { retry: false }),
  })
}

/** Without `input`, the common prefix of all keys of that endpoint, for invalidating. */
export function queryKeyOf<E extends Endpoint>(endpoint: E, input?: Sent<E>): readonly unknown[] {
  const name = callName(endpoint)
  return input === undefined ? [name] : [name, input]
}

/** Returns a function that loads again what pages show of a call: with these inputs, or with any. */
export function useRefresh() {
  const queries = useQueryClient()
  return useCallback(
    <E extends Endpoint>(endpoint: E, input?: Sent<E>) =>
      queries.invalidateQueries({ queryKey: queryKeyOf(endpoint, input) }),
    [queries],
  )
}
