/** The complete library of one user, for the data export, and its deletion with the account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteBookmarksOf } from './bookmark-queries.ts'
import { deleteGenreFollows } from './genre-follows.ts'
import { deleteHistory, setHistoryKept } from './history-queries.ts'
import { deleteItemsOf } from './item-queries.ts'
import { deletePositions } from './positions-queries.ts'

const EXPORTED_MAX = 10_000

/** Liked tracks are exported with the playlists. */
export async function exportLibrary(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT to_jsonb(li) - 'user_id' AS row FROM library_item li WHERE li.user_id = ${userId}
    ORDER BY li.added_at, li.content_id LIMIT ${EXPORTED_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}

export async function exportHistory(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT to_jsonb(h) - 'user_id' AS row FROM heard h WHERE h.user_id = ${userId}
    ORDER BY h.started_at, h.play_id LIMIT ${EXPORTED_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Also deletes followed genres, the history and whether it is recorded, the resume positions and the bookmarks. */
export async function deleteLibrary(tx: Tx, userId: string): Promise<void> {
  await deleteItemsOf(tx, userId)
  await deleteGenreFollows(tx, userId)
  await deleteHistory(tx, userId)
  await setHistoryKept(tx, userId, true, new Date())
  await deletePositions(tx, userId)
  await deleteBookmarksOf(tx, userId)
}
