/** Changes that tracks and episodes share: replacing the audio, and deletion.
 * Changes of other fields are in track-changes.ts and episode-changes.ts. */
import { sql } from 'kysely'
import type { AnnouncedFile } from '#contract/catalog/uploads.ts'
import { topics } from '#server/events.ts'
import { requestAudioUpload, soundFiles } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { setColumns } from '#server/catalog/forms/changes.ts'

type Child = 'track' | 'episode'
export type Replacement = {
  table: Child
  id: string
  ownerId: string
  extension: string
  announced: AnnouncedFile | null
  now: Date
}

/** Starts a new upload that replaces the last one. The current audio keeps playing until the new one is ready. */
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

/** Deletes a track or episode and its public audio. The media module keeps the original upload for a while. */
export async function deleteSound(tx: Tx, table: Child, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ live_key: string | null }>`
    UPDATE ${sql.table(table)} SET deleted_at = ${now}, updated_at = ${now} WHERE id = ${id}
    RETURNING live_key`.execute(tx)
  const liveKey = rows[0]?.live_key ?? null
  if (liveKey !== null) await dropSound(tx, liveKey)
}

/** Publishes the event in this transaction; the public files are removed after it commits. */
export function dropSound(tx: Tx, liveKey: string, delaySeconds = 0): Promise<void> {
  return publish(tx, topics.filesDropped, liveKey, { keys: soundFiles(liveKey) }, { delaySeconds })
}
