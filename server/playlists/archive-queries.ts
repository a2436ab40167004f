/** SQL of playlists for the archive of an account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { StoredRow } from '#server/platform/database/stored-rows.ts'

/** In an order in which they can be inserted. */
export const playlistTables = ['playlist', 'playlist_entry', 'smart_playlist'] as const

export async function selectPlaylistIds(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM playlist WHERE user_id = ${userId} ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** As stored. */
export async function selectStoredPlaylists(
  tx: Tx,
  table: (typeof playlistTables)[number],
  playlistIds: readonly string[],
): Promise<StoredRow[]> {
  const own = table === 'playlist' ? 'id' : 'playlist_id'
  const { rows } = await sql<{ row: StoredRow }>`
    SELECT to_jsonb(r) AS row FROM ${sql.table(table)} r
    WHERE ${sql.ref(`r.${own}`)} = ANY(${playlistIds}::uuid[]) ORDER BY 1`.execute(tx)
  return rows.map(({ row }) => row)
}
