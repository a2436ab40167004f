/** How an artist's audio file gets here: a signed address to send it to, and what happens when it has come.
 * Not the work on it: jobs.ts. The caller has checked who may. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files.ts'
import { insertAudio, selectAsset, setUploaded } from './queries.ts'

export const MAX_AUDIO_BYTES = 2 * 2 ** 30
export const UPLOAD_SECONDS = 3_600

const EXTENSIONS = new Set([
  'mp3',
  'wav',
  'wave',
  'flac',
  'aif',
  'aiff',
  'aifc',
  'm4a',
  'mp4',
  'aac',
  'ogg',
  'oga',
  'opus',
])

export type AudioUpload = { assetId: string; owner: string; extension: string }

export const incomingKey = (assetId: string, extension: string) => `incoming/${assetId}.${extension}`
export const originalKey = (assetId: string, extension: string) => `original/${assetId}.${extension}`
export const liveKey = (assetId: string) => `media/${assetId}.mp3`

/** Throws 415 for an extension that is no audio of ours; what the file really is, its bytes will tell. */
export async function requestAudioUpload(
  tx: Tx,
  files: Files,
  { assetId, owner, extension }: AudioUpload,
): Promise<{ presignedUrl: string; rawUrl: string }> {
  const known = extension.trim().replace(/^\./, '').toLowerCase()
  if (!EXTENSIONS.has(known)) {
    throw new AppError(415, 'audio-extension-unsupported', 'Please use mp3, wav, flac, aiff, m4a, aac, ogg or opus.')
  }
  await insertAudio(tx, { id: assetId, owner, extension: known })
  const key = incomingKey(assetId, known)
  const presignedUrl = await files.signPut({ key, maxBytes: MAX_AUDIO_BYTES, expiresSeconds: UPLOAD_SECONDS })
  return { presignedUrl, rawUrl: files.publicUrl(originalKey(assetId, known)) }
}

/** True while this asset waits for its file. */
export async function isAwaited({ database }: { database: Database }, key: string): Promise<boolean> {
  const assetId = /^incoming\/([0-9a-f-]{36})\.[a-z0-9]{1,8}$/.exec(key)?.[1]
  return assetId !== undefined && (await selectAsset(database.read, assetId))?.state === 'awaiting-upload'
}

/** Called when a whole file has arrived under `key`; again, or for an asset that waits for none, it changes nothing. */
export async function markUploaded({ database }: { database: Database; clock: Clock }, key: string): Promise<void> {
  const match = /^incoming\/([0-9a-f-]{36})\.([a-z0-9]{1,8})$/.exec(key)
  if (match === null) return
  const [, assetId, extension] = match as unknown as [string, string, string]
  await database.transaction((tx) => setUploaded(tx, assetId, extension))
}
