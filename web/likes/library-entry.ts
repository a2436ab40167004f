/** What the signed-in user likes and follows, as one set of ids that all like and follow buttons on a page share.
 * The lists of the library are separate queries (library-page.tsx). */
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getAccount } from '#contract/accounts/account.ts'
import type { Endpoint, Wire } from '#contract/endpoint.ts'
import { countFollowers } from '#contract/community/follows.ts'
import * as library from '#contract/listening/library.ts'
import { getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { useLocation, useNavigate } from '#web/navigation/navigation.tsx'
import { ApiError } from '#web/data/api.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'

type Ids = Wire<typeof library.listLibraryIds>

const idsKey = queryKeyOf(library.listLibraryIds, {})

/** The lists that show liked content. */
const lists: readonly Endpoint[] = [
  library.listLibraryIds,
  library.listLibraryTracks,
  library.listLibraryAlbums,
  library.listLibraryArtists,
  library.listLibraryPodcasts,
  library.listLibraryEpisodes,
  library.listLibraryPlaylists,
  listOwnPlaylists,
  getPlaylist,
  countFollowers,
  getAccount,
]

export type LibraryEntry = {
  isSaved: boolean
  /** Visitors are sent to the log-in page, and back afterwards. */
  toggle: () => void
}

export function useLibraryEntry(contentId: string): LibraryEntry {
  const { call } = useSite()
  const queries = useQueryClient()
  const session = useSession((state) => state.session)
  const promptLogin = useLoginPrompt()
  const ids = useQuery({ ...callQuery(call, library.listLibraryIds, {}), enabled: session !== null })
  const isSaved = session !== null && (ids.data?.contentIds.includes(contentId) ?? false)
  const changing = useMutation({
    mutationKey: ['keep', contentId],
    // One after the other, so that the last press wins.
    scope: { id: `keep:${contentId}` },
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? call(library.addToLibrary, { body: { contentId } })
        : call(library.removeFromLibrary, { params: { contentId } }),
    onError: (error, isWanted) => {
      showSaved(queries, contentId, !isWanted)
      // watch-end.ts shows that the session has ended, with a button to log in.
      if (!(error instanceof ApiError && error.code === 'unauthorized')) showErrorToast(describeFailure(error))
    },
    onSettled: async () => {
      // Other changes are in progress: the cache is newer than what the server would return.
      if (queries.isMutating({ mutationKey: ['keep'] }) > 1) return
      await refreshLibrary(queries)
    },
  })
  return {
    isSaved,
    toggle: () => {
      if (session === null) return promptLogin()
      // Immediately, not only after the previous change has been saved.
      void queries.cancelQueries({ queryKey: idsKey })
      showSaved(queries, contentId, !isSaved)
      changing.mutate(!isSaved)
    },
  }
}

export const refreshLibrary = (queries: QueryClient): Promise<unknown> =>
  Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: queryKeyOf(list) })))

function showSaved(queries: QueryClient, contentId: string, isSaved: boolean): void {
  queries.setQueryData<Ids>(idsKey, (known) => {
    const others = (known?.contentIds ?? []).filter((id) => id !== contentId)
    return { contentIds: isSaved ? [contentId, ...others] : others }
  })
}

export function useLoginPrompt(): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => void navigate(`/login?next=${encodeURIComponent(pathname + search)}`)
}
