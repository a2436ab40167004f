/** All SQL of the cleanup: leftovers of late uploads, and audio that nothing uses any longer.
 * The files are removed in cleanup.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Streams } from './queries.ts'

export async function selectLeftovers(tx: Tx, before: Date, limit: number) {
  const { rows } = await sql<{ id: string; extension: string }>`SELECT id, extension FROM asset
    WHERE cleared_at IS NULL AND created_at < ${before} AND state IN ('finished', 'failed')
    ORDER BY created_at LIMIT ${limit}`.execute(tx)
  return rows
}

export async function setCleared(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE asset SET cleared_at = ${now} WHERE id = ${id}`.execute(tx)
}

export type CheckedAsset = {
  id: string
  extension: string
  original_key: string | null
  streams: Streams
  unused_since: Date | null
}

/** Those that were checked least recently. */
export async function selectToCheck(tx: Tx, checkedBefore: Date, limit: number): Promise<CheckedAsset[]> {
  const { rows } = await sql<CheckedAsset>`SELECT id, extension, original_key, streams, unused_since FROM asset
    WHERE state = 'finished' AND removed_at IS NULL AND (looked_at IS NULL OR looked_at < ${checkedBefore})
    ORDER BY looked_at NULLS FIRST, id LIMIT ${limit}`.execute(tx)
  return rows
}

/** `unusedSince` is null while the asset is in use. */
export async function setChecked(tx: Tx, id: string, now: Date, unusedSince: Date | null): Promise<void> {
  await sql`UPDATE asset SET looked_at = ${now}, unused_since = ${unusedSince} WHERE id = ${id}`.execute(tx)
}

export async function setRemoved(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE asset SET removed_at = ${now} WHERE id = ${id}`.execute(tx)
}
