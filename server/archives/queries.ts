/** SQL of archives: the queue, the leases of the workers, and the files in an archive. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { isFree, leasesIn, taking } from '#server/platform/jobs/leases.ts'

export type ArchiveState = 'waiting' | 'processing' | 'ready' | 'failed'
export type ArchiveRow = {
  id: string
  user_id: string
  state: ArchiveState
  progress: number
  requested_at: Date
  made_at: Date | null
}
export type FileRow = {
  path: string
  file_key: string
  bytes: bigint
  crc32: bigint
  sha256: string
}

export async function selectArchiveOf(tx: Tx, userId: string): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    SELECT id, user_id, state, progress, requested_at, made_at FROM account_archive WHERE user_id = ${userId}`.execute(
    tx,
  )
  return rows[0]
}

/** Only one that is ready. */
export async function selectReady(tx: Tx, id: string): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    SELECT id, user_id, state, progress, requested_at, made_at FROM account_archive
    WHERE id = ${id} AND state = 'ready'`.execute(tx)
  return rows[0]
}

/** Undefined, and nothing is changed, while one is being made. Otherwise the former one ends. */
export async function insertArchive(
  tx: Tx,
  archive: Pick<ArchiveRow, 'id' | 'user_id' | 'requested_at'>,
): Promise<ArchiveRow | undefined> {
  await sql`
    DELETE FROM account_archive WHERE user_id = ${archive.user_id} AND state IN ('ready', 'failed')`.execute(tx)
  const { rows } = await sql<ArchiveRow>`
    INSERT INTO account_archive (id, user_id, state, requested_at)
    VALUES (${archive.id}, ${archive.user_id}, 'waiting', ${archive.requested_at})
    ON CONFLICT (user_id) DO NOTHING
    RETURNING id, user_id, state, progress, requested_at, made_at`.execute(tx)
  return rows[0]
}

export type Claim = { id: string; user_id: string; lease: string; attempts: number }

export const dueArchives = (now: Date) => sql`account_archive WHERE ${isFree(now)}`

/** The longest waiting one; null when there is none. */
export async function claimNext(tx: Tx, lease: string, now: Date, leasedUntil: Date): Promise<Claim | null> {
  const { rows } = await sql<Claim>`
    UPDATE account_archive SET ${taking(lease, leasedUntil)}
    WHERE id = (SELECT id FROM ${dueArchives(now)}
      ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, user_id, lease, attempts`.execute(tx)
  return rows[0] ?? null
}

export const leases = leasesIn<Claim>('account_archive', 'id')

/** False when another worker has taken over, or the account was deleted. */
export async function setReady(tx: Tx, claim: Claim, files: readonly FileRow[], now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE account_archive SET state = 'ready', lease = NULL, leased_until = NULL, progress = 1, made_at = ${now}
    WHERE ${leases.isHeld(claim)} RETURNING id`.execute(tx)
  if (rows.length === 0) return false
  const column = <Name extends keyof FileRow>(name: Name) => files.map((file) => file[name])
  await sql`
    INSERT INTO account_archive_file (archive_id, position, path, file_key, bytes, crc32, sha256)
    SELECT ${claim.id}::uuid, file.position, file.path, file.file_key, file.bytes, file.crc32, file.sha256
    FROM unnest(${column('path')}::text[], ${column('file_key')}::text[], ${column('bytes')}::bigint[],
        ${column('crc32')}::bigint[], ${column('sha256')}::text[])
      WITH ORDINALITY AS file (path, file_key, bytes, crc32, sha256, position)`.execute(tx)
  return true
}

export async function selectFiles(tx: Tx, archiveId: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    SELECT path, file_key, bytes, crc32, sha256 FROM account_archive_file
    WHERE archive_id = ${archiveId} ORDER BY position`.execute(tx)
  return rows
}

/** Deletes those that were made, or failed, before this moment. */
export async function deleteOld(tx: Tx, before: Date): Promise<void> {
  await sql`
    DELETE FROM account_archive WHERE coalesce(made_at, requested_at) < ${before} AND state IN ('ready', 'failed')`.execute(
    tx,
  )
}

/** Those of these ids that exist. */
export async function selectExisting(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM account_archive WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Part of deleting an account. The files follow at the next sweep. */
export async function deleteArchivesOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM account_archive WHERE user_id = ${userId}`.execute(tx)
}

/** For the owner's data export. */
export async function exportArchives(tx: Tx, userId: string) {
  const { rows } = await sql<{ requestedAt: Date; madeAt: Date | null; state: ArchiveState }>`
    SELECT requested_at AS "requestedAt", made_at AS "madeAt", state FROM account_archive
    WHERE user_id = ${userId}`.execute(tx)
  return rows
}
