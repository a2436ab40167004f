/** Bookmarks of a user: positions in tracks and episodes, visible only to the user. */
import type { Data, Input } from '#contract/endpoint.ts'
import { BOOKMARKS_PER_PAGE, BOOKMARKS_PER_PAGE_MAX } from '#contract/listening/bookmarks.ts'
import type * as calls from '#contract/listening/bookmarks.ts'
import { textOrNull } from '#server/catalog/forms/values.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { formatTimeCursor, parseTimeCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'
import { type BookmarkRow, deleteBookmarkRow, selectBookmarks, upsertBookmark } from './bookmark-queries.ts'
import type { LibraryDeps } from './deps.ts'
import { describePlayable } from './playable.ts'

/** The signed-in user's own. Content that is no longer public is listed without details. */
export async function listOwnBookmarks(
  deps: LibraryDeps,
  caller: Caller,
  { contentId, before, limit }: Input<typeof calls.listBookmarks>['query'],
): Promise<Data<typeof calls.listBookmarks>> {
  requireUser(caller)
  const perPage = perPageOf(limit, BOOKMARKS_PER_PAGE, BOOKMARKS_PER_PAGE_MAX)
  const wanted = { contentId: contentId ?? null, before: parseTimeCursor(before), limit: perPage + 1 }
  const rows = await selectBookmarks(deps.database.read, caller.userId, wanted)
  const { shown, nextBefore } = cutPage(rows, perPage, (last) => formatTimeCursor({ at: last.created_at, id: last.id }))
  const playableOf = await describePlayable(
    deps,
    shown.map((row) => row.content_id),
  )
  const bookmarks = shown.map((row) => ({ ...toBookmark(row), ...playableOf(row.content_id) }))
  if (contentId !== undefined) bookmarks.sort((one, other) => one.positionSeconds - other.positionSeconds)
  return { bookmarks, nextBefore }
}

/** Signed-in users, for public tracks and episodes. */
export async function saveBookmark(
  { database, clock }: LibraryDeps,
  caller: Caller,
  { contentId, positionSeconds, note }: Input<typeof calls.addBookmark>['body'],
): Promise<Data<typeof calls.addBookmark>> {
  requireUser(caller)
  const now = clock.now()
  const content = await findContent(database.read, contentId, now)
  if (content === undefined || !content.is_public) throw notFound()
  if (content.type !== 'track' && content.type !== 'episode') {
    throw new AppError(422, 'rule-broken', 'Only tracks and episodes can have bookmarks.')
  }
  const bookmark = { id: newId(), contentId: content.id, positionSeconds, note: textOrNull(note), now }
  const row = await database.transaction((tx) => upsertBookmark(tx, caller.userId, bookmark))
  if (row === null) throw new AppError(422, 'library-full')
  return toBookmark(row)
}

/** Signed-in users, for their own. */
export async function deleteOwnBookmark({ database }: LibraryDeps, caller: Caller, bookmarkId: string): Promise<null> {
  requireUser(caller)
  await deleteBookmarkRow(database.read, caller.userId, bookmarkId)
  return null
}

const toBookmark = ({ id, content_id, position_seconds, note, created_at }: BookmarkRow) => ({
  id,
  contentId: content_id,
  positionSeconds: position_seconds,
  note,
  createdAt: created_at,
})
