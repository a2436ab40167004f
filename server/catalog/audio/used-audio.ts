/** Which audio assets are in use by the catalogue, for the cleanup of files.
 * Audio that is being replaced is still in use: it plays until the new one is ready. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export async function findUsedAudio(tx: Tx, assetIds: readonly string[]): Promise<ReadonlySet<string>> {
  const liveKeys = assetIds.map((id) => `media/${id}.mp3`)
  const { rows } = await sql<{ id: string }>`
    SELECT asset_id::text AS id FROM track WHERE asset_id = ANY(${assetIds}::uuid[]) AND deleted_at IS NULL
    UNION SELECT asset_id::text FROM episode WHERE asset_id = ANY(${assetIds}::uuid[]) AND deleted_at IS NULL
    UNION SELECT substr(live_key, 7, 36) FROM track WHERE live_key = ANY(${liveKeys}) AND deleted_at IS NULL
    UNION SELECT substr(live_key, 7, 36) FROM episode WHERE live_key = ANY(${liveKeys}) AND deleted_at IS NULL`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
