/** Changes that tracks and episodes share: the upload of their audio, their limits and locks, and deletion.
 * Changes of other fields are in track-changes.ts and episode-changes.ts. */
import { sql } from 'kysely'
import type { Action } from '#contract/team-roles.ts'
import type { AnnouncedFile } from '#contract/catalog/uploads.ts'
import { topics } from '#server/events.ts'
import { requestAudioUpload, audioFiles } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { hasChildren, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { setColumns } from '#server/catalog/forms/changes.ts'
import { countChildren, selectChildIds } from '#server/catalog/publishing/family-queries.ts'
import type { Family } from '#server/catalog/publishing/queries.ts'
import type { Caller } from '#server/platform/http/caller.ts'

type Child = 'track' | 'episode'
/** The file that a request announces. */
type Sent = { extension?: string | undefined; file?: AnnouncedFile | null | undefined }
type UploadUrls = { rawUrl: string; presignedUrl: string }

export async function startUpload(
  tx: Tx,
  files: Files,
  asset: { assetId: string; owner: string; uploader: string },
  { extension, file = null }: Sent & { extension: string },
): Promise<UploadUrls> {
  const { rawUrl, presignedUrl } = await requestAudioUpload(tx, files, { ...asset, extension, announced: file })
  return { rawUrl, presignedUrl }
}

/** The columns of a track or episode whose file has not arrived. */
export const waitingFor = (assetId: string) => ({
  asset_id: assetId,
  processing_state: 'waiting' as const,
  failure_code: null,
  failure_text: null,
})

type Replaced = { table: Child; id: string; owner: string; uploader: string; now: Date }

/** With an extension, starts an upload that replaces the last one. The current audio keeps playing until the new one is
 * ready. */
export async function replaceAudio(
  tx: Tx,
  files: Files,
  { table, id, owner, uploader, now }: Replaced,
  { extension, file }: Sent,
): Promise<Partial<UploadUrls>> {
  if (extension === undefined) return {}
  const assetId = newId()
  await setColumns(tx, table, id, waitingFor(assetId), now)
  return startUpload(tx, files, { assetId, owner, uploader }, { extension, file })
}

/** Throws when the album or podcast, which must be locked, cannot have another track or episode. */
export async function requireSpace(tx: Tx, family: Family, parentId: string, max: number): Promise<void> {
  if ((await countChildren(tx, family, parentId)) >= max) {
    throw ruleBrokenInEnglish(`At most ${max} ${family.child}s per ${family.parent}.`)
  }
}

/** Locks the album or podcast too, so that its other tracks or episodes cannot change at the same time. */
export async function lockOwnAudio<Row extends { id: string; user_id: string }>(
  tx: Tx,
  { caller, action }: { caller: Caller; action: Action },
  find: () => Promise<Row | undefined>,
  lockParent: (row: Row) => Promise<unknown>,
): Promise<Row> {
  await lockParent(await requireMay(tx, caller, await find(), action))
  // Again: it may have got another owner, or have been deleted.
  return requireMay(tx, caller, await find(), action)
}

/** Deletes an album or podcast, which must be locked; remaining children only if `withChildren` is set. Payments to them
 * stay in the ledger. */
export async function deleteParent(
  tx: Tx,
  family: Family,
  id: string,
  { withChildren, now }: { withChildren: boolean; now: Date },
): Promise<void> {
  const childIds = await selectChildIds(tx, family, id)
  if (childIds.length > 0 && !withChildren) {
    throw hasChildren(`This ${family.parent} still has ${family.child}s. Please delete them first.`)
  }
  for (const childId of childIds) await deleteAudio(tx, family.child, childId, now)
  await setColumns(tx, family.parent, id, { deleted_at: now }, now)
}

/** Deletes a track or episode and its public audio. The media module keeps the original upload for a while. */
export async function deleteAudio(tx: Tx, table: Child, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ live_key: string | null }>`
    UPDATE ${sql.table(table)} SET deleted_at = ${now}, updated_at = ${now} WHERE id = ${id}
    RETURNING live_key`.execute(tx)
  await sql`DELETE FROM transcript WHERE episode_id = ${id}`.execute(tx)
  const liveKey = rows[0]?.live_key ?? null
  if (liveKey !== null) await dropAudio(tx, liveKey)
}

/** Publishes the event in this transaction; the public files are removed after it commits. */
export function dropAudio(tx: Tx, liveKey: string, delaySeconds = 0): Promise<void> {
  return publish(tx, topics.filesDropped, liveKey, { keys: audioFiles(liveKey) }, { delaySeconds })
}
