/** SQL of recordings: their hashes and fingerprints, those that were taken down, and uploads that are held. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Claim } from '#server/media/queries.ts'

export async function setRecording(
  tx: Tx,
  assetId: string,
  recording: { sha256: string; print: number[] | null; keys: number[] | null },
): Promise<void> {
  await sql`
    UPDATE asset SET sha256 = ${recording.sha256}, print = ${recording.print}::int[], print_keys = ${recording.keys}::int[]
    WHERE id = ${assetId}`.execute(tx)
}

type BlockedRow = { sha256: string | null; print: number[] | null }

export async function selectBlocked(tx: Tx, sha256: string, keys: number[], limit: number): Promise<BlockedRow[]> {
  const { rows } = await sql<BlockedRow>`
    SELECT sha256, print FROM blocked_sound
    WHERE lifted_at IS NULL AND (sha256 = ${sha256} OR print_keys && ${keys}::int[]) LIMIT ${limit}`.execute(tx)
  return rows
}

type RecordingRow = { id: string; sha256: string; print: number[] | null }

export async function selectRecordings(tx: Tx, assetIds: readonly string[]): Promise<RecordingRow[]> {
  const { rows } = await sql<RecordingRow>`
    SELECT id, sha256, print FROM asset WHERE id = ANY(${assetIds}::uuid[]) AND sha256 IS NOT NULL`.execute(tx)
  return rows
}

export async function selectCandidates(tx: Tx, sha256: string, keys: number[], limit: number): Promise<RecordingRow[]> {
  const { rows } = await sql<RecordingRow>`
    SELECT id, sha256, print FROM asset
    WHERE sha256 IS NOT NULL AND removed_at IS NULL AND (sha256 = ${sha256} OR print_keys && ${keys}::int[])
    LIMIT ${limit}`.execute(tx)
  return rows
}

export async function insertBlocked(tx: Tx, takedownId: string, assetIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO blocked_sound (asset_id, takedown_id, sha256, print, print_keys)
    SELECT id, ${takedownId}, sha256, print, print_keys FROM asset WHERE id = ANY(${assetIds}::uuid[])`.execute(tx)
}

export async function liftBlocked(tx: Tx, takedownId: string, now: Date): Promise<void> {
  await sql`UPDATE blocked_sound SET lifted_at = ${now} WHERE takedown_id = ${takedownId}`.execute(tx)
}

export async function isReleased(tx: Tx, assetId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM asset WHERE id = ${assetId} AND released_at IS NOT NULL`.execute(tx)
  return rows.length > 0
}

/** Null when another worker has taken over. */
export async function setHeld(tx: Tx, claim: Claim, now: Date): Promise<{ owner: string; name: string } | null> {
  const { rows } = await sql<{ owner: string; name: string }>`
    UPDATE asset SET state = 'uploaded', lease = NULL, leased_until = NULL, progress = 0, held_at = ${now}
    WHERE id = ${claim.id} AND lease = ${claim.lease} AND state = 'processing'
    RETURNING owner, coalesce(announced->>'name', extension) AS name`.execute(tx)
  return rows[0] ?? null
}

type Held = { extension: string }

export async function setReleased(tx: Tx, assetId: string, now: Date): Promise<Held | null> {
  const { rows } = await sql<Held>`
    UPDATE asset SET held_at = NULL, released_at = ${now}, attempts = 0 WHERE id = ${assetId} AND held_at IS NOT NULL
    RETURNING extension`.execute(tx)
  return rows[0] ?? null
}

export async function setRefused(tx: Tx, assetId: string, text: string): Promise<Held | null> {
  const { rows } = await sql<Held>`
    UPDATE asset SET held_at = NULL, state = 'failed', failure_code = 'taken-down-before', failure_text = ${text}
    WHERE id = ${assetId} AND held_at IS NOT NULL RETURNING extension`.execute(tx)
  return rows[0] ?? null
}
