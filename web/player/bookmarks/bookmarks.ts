/** Bookmarks of one track or episode: of the account when signed in, otherwise of this device. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addBookmark, deleteBookmark, listBookmarks } from '#contract/listening/bookmarks.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSession } from '#web/session/session.ts'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { saveOnDevice, removeFromDevice, useDeviceBookmarks } from './device-bookmarks.ts'

export type ShownBookmark = { id: string; positionSeconds: number; note: string | null }

export type Bookmarks = {
  /** By position. */
  bookmarks: readonly ShownBookmark[]
  /** Kept on this device only. */
  isOnDevice: boolean
  add: (positionSeconds: number, note: string) => Promise<boolean>
  remove: (id: string) => Promise<boolean>
}

export function useBookmarks(contentId: string): Bookmarks {
  const { call } = useSite()
  const queries = useQueryClient()
  const isSignedIn = useSession((state) => state.session !== null)
  const onDevice = useDeviceBookmarks((state) => state.bookmarks)
  const { data } = useQuery({ ...callQuery(call, listBookmarks, { query: { contentId } }), enabled: isSignedIn })
  const own = onDevice.filter((one) => one.contentId === contentId)
  const shown = isSignedIn ? (data?.bookmarks ?? []) : own
  return {
    bookmarks: shown.toSorted((one, other) => one.positionSeconds - other.positionSeconds),
    isOnDevice: !isSignedIn,
    add: async (positionSeconds, note) => {
      const text = note.trim()
      if (!isSignedIn) {
        saveOnDevice(contentId, positionSeconds, text === '' ? null : text)
        return true
      }
      return attempt(queries, call(addBookmark, { body: { contentId, positionSeconds, note: text } }))
    },
    remove: async (id) => {
      if (isSignedIn) return attempt(queries, call(deleteBookmark, { params: { bookmarkId: id } }))
      removeFromDevice(id)
      return true
    },
  }
}

/** True when it succeeded; otherwise the user has seen the reason. */
export async function attempt(queries: QueryClient, change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    await queries.invalidateQueries({ queryKey: queryKeyOf(listBookmarks) })
    return true
  } catch (error) {
    showErrorToast(describeFailure(error))
    return false
  }
}

/** After a log-in, bookmarks of this device move into the account, the oldest first. What the server refuses, because the
 * content is no longer public or the library is full, is dropped; without a connection it stays for the next time. */
export async function takeOverBookmarks(call: Call, queries: QueryClient): Promise<void> {
  const waiting = useDeviceBookmarks.getState().bookmarks.toReversed()
  for (const { id, contentId, positionSeconds, note } of waiting) {
    try {
      await call(addBookmark, { body: { contentId, positionSeconds, note } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429) return
      if (error.status === 401) return
    }
    removeFromDevice(id)
  }
  if (waiting.length > 0) await queries.invalidateQueries({ queryKey: queryKeyOf(listBookmarks) })
}
