/** Uploading audio files: the signed URL, and what happens when the file has arrived.
 * Processing is jobs.ts. The caller has checked authorization. */
import { streamUrls } from '#contract/catalog/streams.ts'
import type { AnnouncedFile } from '#contract/catalog/uploads.ts'
import { type AssetFailed, topics } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import {
  clearUploader,
  insertAudio,
  refuseAwaiting,
  selectAsset,
  selectUploadsOf,
  setUploaded,
  sumBytes,
} from './queries.ts'
import { type RefusalCode, refusals } from '#contract/audio-refusals.ts'
import { codecs, type StreamedCodec } from './transcode-job.ts'

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
/** The file counts towards the owner's storage, also when a member of the team sends it. */
export type NewUpload = AudioUpload & { uploader?: string; announced?: AnnouncedFile | null }

export const incomingKey = (assetId: string, extension: string) => `incoming/${assetId}.${extension}`
export const originalKey = (assetId: string, extension: string) => `original/${assetId}.${extension}`
export const streamKey = (assetId: string, codec: StreamedCodec) => `media/${assetId}.${codecs[codec].extension}`

/** The keys of all streams of an asset, from the key of its MP3. */
export const audioFiles = (liveKey: string): string[] => streamUrls(liveKey)

/** Throws 415 for an extension that is not an accepted audio format (the actual format is determined later, from the
 * bytes), 422 when the account's storage quota is used up, 503 when the server's storage is full. */
export async function requestAudioUpload(
  tx: Tx,
  files: Files,
  { assetId, owner, uploader = owner, extension, announced = null }: NewUpload,
): Promise<{ uploadId: string; presignedUrl: string; rawUrl: string }> {
  const known = extension.trim().replace(/^\./, '').toLowerCase()
  if (!EXTENSIONS.has(known)) {
    throw new AppError(415, 'audio-extension-unsupported', 'Please use mp3, wav, flac, aiff, m4a, aac, ogg or opus.')
  }
  const presignedUrl = await signUpload(tx, files, { assetId, owner, extension: known })
  const uploaderId = uploader === owner ? null : uploader
  await insertAudio(tx, { id: assetId, owner, uploaderId, extension: known, announced })
  return { uploadId: assetId, presignedUrl, rawUrl: files.publicUrl(originalKey(assetId, known)) }
}

/** Signs a new URL for an upload that has not arrived. */
export async function signUpload(tx: Tx, files: Files, { assetId, owner, extension }: AudioUpload): Promise<string> {
  const room = files.accountBytesMax - Number(await sumBytes(tx, owner))
  if (room <= 0) throw new AppError(422, 'upload-quota-reached')
  const maxBytes = Math.min(MAX_AUDIO_BYTES, room)
  return files.signPut({ key: incomingKey(assetId, extension), maxBytes, expiresSeconds: UPLOAD_SECONDS })
}

type Arriving = { database: Database; files: Files; clock: Clock }

/** True while this asset waits for its file. */
export async function isAwaited({ database }: Pick<Arriving, 'database'>, key: string): Promise<boolean> {
  const assetId = readKey(key)?.assetId
  return assetId !== undefined && (await selectAsset(database.read, assetId))?.state === 'awaiting-upload'
}

/** Called when a complete file may have arrived under `key`. A no-op when there is none, or none is expected. */
export async function markUploaded({ database, files }: Arriving, key: string): Promise<void> {
  const named = readKey(key)
  const found = named === null ? null : await files.stat(key)
  if (named === null || found === null) return
  const { assetId, extension } = named
  const isRefused = await database.transaction(async (tx) => {
    const asset = await selectAsset(tx, assetId)
    if (asset?.state !== 'awaiting-upload') return false
    const code = await refusalOf(tx, files, asset.owner, found.size)
    if (code === null) {
      await setUploaded(tx, assetId, extension, found.size)
      return false
    }
    if (!(await refuseAwaiting(tx, assetId, code, refusals[code]))) return false
    await publishRefusal(tx, assetId, code)
    return true
  })
  if (isRefused) await files.removeUpload(key)
}

/** Call this in the transaction that sets the asset to failed. */
export function publishRefusal(tx: Tx, assetId: string, code: RefusalCode): Promise<void> {
  const event: AssetFailed = { assetId, reason: refusals[code], code }
  return publish(tx, topics.assetFailed, assetId, event)
}

/** A member no longer uploads for an owner. Files that have not arrived are refused; the rest is the owner's. */
export async function endUploads(tx: Tx, uploaderId: string, assetIds: readonly string[] | null = null): Promise<void> {
  for (const assetId of await selectUploadsOf(tx, uploaderId, assetIds)) {
    await clearUploader(tx, assetId)
    if (await refuseAwaiting(tx, assetId, 'member-left', refusals['member-left'])) {
      await publishRefusal(tx, assetId, 'member-left')
    }
  }
}

/** A signed URL cannot always limit the size, and several may have been issued for the same remaining quota. */
async function refusalOf(tx: Tx, files: Files, owner: string, bytes: number): Promise<RefusalCode | null> {
  if (bytes > MAX_AUDIO_BYTES) return 'too-large'
  return Number(await sumBytes(tx, owner)) + bytes > files.accountBytesMax ? 'over-quota' : null
}

function readKey(key: string): { assetId: string; extension: string } | null {
  const match = /^incoming\/([0-9a-f-]{36})\.([a-z0-9]{1,8})$/.exec(key)
  return match === null ? null : { assetId: match[1]!, extension: match[2]! }
}
