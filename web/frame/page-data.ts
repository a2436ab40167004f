/** How public pages load their data: a loader fills the cache, and the page reads the same query from it.
 * Data that is not essential may fail silently. */
import { type Query, useQuery } from '@tanstack/react-query'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import { callQuery } from '#web/data/queries.ts'
import type { Visit } from './page.ts'
import { useSite } from '#web/data/site.ts'

/** For loaders. A malformed id in a URL is treated as not found. */
export async function preload<E extends Endpoint>({ site }: Visit, endpoint: E, input: Sent<E>): Promise<Wire<E>> {
  try {
    return await site.queries.ensureQueryData(callQuery(site.call, endpoint, input))
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw new ApiError(404, 'not-found', error.message)
    throw error
  }
}

/** For data that is not essential: null when it could not be loaded. */
export function preloadQuietly<E extends Endpoint>(visit: Visit, endpoint: E, input: Sent<E>): Promise<Wire<E> | null> {
  return preload(visit, endpoint, input).catch(() => null)
}

/** What a loader has put into the cache; undefined when it is not there. */
export function readLoaded<E extends Endpoint>({ site }: Visit, endpoint: E, input: Sent<E>): Wire<E> | undefined {
  return site.queries.getQueryData(callQuery(site.call, endpoint, input).queryKey)
}

/** Undefined only when the cache has been cleared meanwhile, for example at sign-out. */
export function usePageData<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  { isEnabled = true }: { isEnabled?: boolean | ((query: Query<Wire<E>>) => boolean) } = {},
): Wire<E> | undefined {
  const { call } = useSite()
  return useQuery({ ...callQuery(call, endpoint, input), enabled: isEnabled }).data
}

const MORE_SHOWN = 12
/** The "more by this artist" list of an album: the newest releases, which may include the album itself. */
export const moreOfArtist = (artistId: string) => ({ params: { artistId }, query: { limit: String(MORE_SHOWN + 1) } })

/** The page number in a URL; 1 if invalid. */
export function pageNumber(search: URLSearchParams): number {
  const page = search.get('page') ?? '1'
  return /^[1-9]\d{0,4}$/.test(page) ? Number.parseInt(page, 10) : 1
}

/** Ids are UUIDs; names in URLs never look like one. */
export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
