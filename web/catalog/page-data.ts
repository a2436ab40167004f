/** How the public pages come by their data: a loader fills the cache, the page reads the same query from it.
 * What the page can live without may fail quietly. */
import { useQuery } from '@tanstack/react-query'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { ApiError } from '../api.ts'
import { callQuery } from '../queries.ts'
import type { Visit } from '../router.tsx'
import { useSite } from '../site.ts'

/** For loaders. An address with an id that cannot be one leads nowhere, so it is not found. */
export async function preload<E extends Endpoint>({ site }: Visit, endpoint: E, input: Sent<E>): Promise<Wire<E>> {
  try {
    return await site.queries.ensureQueryData(callQuery(site.call, endpoint, input))
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw new ApiError(404, 'not-found', error.message)
    throw error
  }
}

/** For what only adds to a page: null where it could not be had. */
export function preloadQuietly<E extends Endpoint>(visit: Visit, endpoint: E, input: Sent<E>): Promise<Wire<E> | null> {
  return preload(visit, endpoint, input).catch(() => null)
}

/** Undefined only where the loader's data has been dropped meanwhile, as at signing out. */
export function usePageData<E extends Endpoint>(
  endpoint: E,
  input: Sent<E>,
  { isEnabled = true }: { isEnabled?: boolean } = {},
): Wire<E> | undefined {
  const { call } = useSite()
  return useQuery({ ...callQuery(call, endpoint, input), enabled: isEnabled }).data
}

const MORE_SHOWN = 12
/** What stands under an album: the newest others of its artist, among which it may be itself. */
export const moreOfArtist = (artistId: string) => ({ params: { artistId }, query: { limit: String(MORE_SHOWN + 1) } })

/** The page number in an address; 1 for anything else. */
export function pageNumber(search: URLSearchParams): number {
  const page = search.get('page') ?? '1'
  return /^[1-9]\d{0,4}$/.test(page) ? Number.parseInt(page, 10) : 1
}

/** Ids are UUIDs; names in addresses never look like one. */
export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
