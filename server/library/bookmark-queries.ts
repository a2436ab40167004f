/** SQL of bookmarks. Who may read them is bookmarks.ts. */
import { sql } from 'kysely'
import { BOOKMARKS_MAX } from '#contract/listening/bookmarks.ts'
import type { TimeCursor } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type BookmarkRow = {
  id: string
  content_id: string
  position_seconds: number
  note: string | null
  created_at: Date
}
type NewBookmark = { id: string; contentId: string; positionSeconds: number; note: string | null; now: Date }

/** Null when the user has the maximum number. The same second again only replaces the note. */
export async function upsertBookmark(tx: Tx, userId: string, bookmark: NewBookmark): Promise<BookmarkRow | null> {
  const { id, contentId, positionSeconds, note, now } = bookmark
  const { rows } = await sql<BookmarkRow>`
    INSERT INTO bookmark (id, user_id, content_id, position_seconds, note, created_at)
    SELECT ${id}::uuid, ${userId}::uuid, ${contentId}::uuid, ${positionSeconds}::int, ${note}::text, ${now}::timestamptz
    WHERE (SELECT count(*) FROM bookmark WHERE user_id = ${userId}) < ${BOOKMARKS_MAX}
    ON CONFLICT (user_id, content_id, position_seconds) DO UPDATE SET note = excluded.note
    RETURNING id, content_id, position_seconds, note, created_at`.execute(tx)
  return rows[0] ?? null
}

export async function selectBookmarks(
  tx: Tx,
  userId: string,
  { contentId, before, limit }: { contentId: string | null; before: TimeCursor | null; limit: number },
): Promise<BookmarkRow[]> {
  const older = before === null ? sql`` : sql`AND (created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<BookmarkRow>`
    SELECT id, content_id, position_seconds, note, created_at FROM bookmark
    WHERE user_id = ${userId} AND (${contentId}::uuid IS NULL OR content_id = ${contentId}::uuid) ${older}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function deleteBookmarkRow(tx: Tx, userId: string, bookmarkId: string): Promise<void> {
  await sql`DELETE FROM bookmark WHERE id = ${bookmarkId} AND user_id = ${userId}`.execute(tx)
}

export async function deleteBookmarksOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM bookmark WHERE user_id = ${userId}`.execute(tx)
}

export async function exportBookmarks(tx: Tx, userId: string): Promise<BookmarkRow[]> {
  const { rows } = await sql<BookmarkRow>`
    SELECT id, content_id, position_seconds, note, created_at FROM bookmark
    WHERE user_id = ${userId} ORDER BY created_at, id LIMIT ${BOOKMARKS_MAX}`.execute(tx)
  return rows
}
