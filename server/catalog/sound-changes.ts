/** What changing a track and an episode have in common: their sound is replaced, and they are deleted.
 * Not their words; those are track-changes.ts and episode-changes.ts. */
import { sql } from 'kysely'
import type { AnnouncedFile } from '#contract/uploads.ts'
import { topics } from '#server/events.ts'
import { requestAudioUpload, soundFiles } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/outbox.ts'
import { setColumns } from './changes.ts'

type Child = 'track' | 'episode'
export type Replacement = {
  table: Child
  id: string
  ownerId: string
  extension: string
  announced: AnnouncedFile | null
  now: Date
}

/** A new upload in the place of the last one. What plays goes on playing until the new sound is ready. */
export async function replaceSound(
  tx: Tx,
  files: Files,
  { table, id, ownerId, extension, announced, now }: Replacement,
): Promise<{ rawUrl: string; presignedUrl: string }> {
  const assetId = newId()
  await setColumns(tx, table, id, { asset_id: assetId, processing_state: 'waiting', failure_text: null }, now)
  const { rawUrl, presignedUrl } = await requestAudioUpload(tx, files, {
    assetId,
    owner: ownerId,
    extension,
    announced,
  })
  return { rawUrl, presignedUrl }
}

/** Nobody hears it from now on. What its artist sent is kept for a while by the media room. */
export async function deleteSound(tx: Tx, table: Child, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ live_key: string | null }>`
    UPDATE ${sql.table(table)} SET deleted_at = ${now}, updated_at = ${now} WHERE id = ${id}
    RETURNING live_key`.execute(tx)
  const liveKey = rows[0]?.live_key ?? null
  if (liveKey !== null) await dropSound(tx, liveKey)
}

/** Told in this transaction; the files that are heard go after it. */
export function dropSound(tx: Tx, liveKey: string, delaySeconds = 0): Promise<void> {
  return publish(tx, topics.filesDropped, liveKey, { keys: soundFiles(liveKey) }, { delaySeconds })
}
