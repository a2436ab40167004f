/** What owners can do with their uploads: read the progress and the tags, get a new upload URL, download the original.
 * Starting an upload is uploads.ts; processing is jobs.ts. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Data } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import {
  type getOriginal,
  type getStorage,
  type getUpload,
  type listOpenUploads,
  OPEN_UPLOADS_MAX,
  type readTags,
  type renewUpload,
  TAG_HEAD_BYTES,
  TAG_TAIL_BYTES,
} from '#contract/catalog/uploads.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { findSharedImage, shareImage } from './shared-images.ts'
import type { MediaDeps } from './process-audio.ts'
import { type AssetRow, selectAsset, selectOpen, sumBytes } from './queries.ts'
import { noTags } from './audio-tags.ts'
import { readFileTags } from './transcoder.ts'
import { incomingKey, MAX_AUDIO_BYTES, markUploaded, signUpload } from './uploads.ts'

const DOWNLOAD_SECONDS = 900
const IMAGE_SHARED_HOURS = 24
/** Each reader is a child process; further requests wait. */
const READERS_MAX = 2
const WAITING_MAX = 40

/** The owner, and the member of a team who sends the file; for everybody else the upload does not exist. */
async function findOwn({ database }: MediaDeps, caller: Caller, uploadId: string): Promise<AssetRow> {
  requireUser(caller)
  const asset = await selectAsset(database.read, uploadId)
  if (asset === null || (asset.owner !== caller.userId && asset.uploader_id !== caller.userId)) throw notFound()
  return asset
}

export async function readUpload(deps: MediaDeps, caller: Caller, uploadId: string): Promise<Data<typeof getUpload>> {
  let asset = await findOwn(deps, caller, uploadId)
  const key = incomingKey(asset.id, asset.extension)
  if (asset.state === 'awaiting-upload') {
    await markUploaded(deps, key)
    asset = await findOwn(deps, caller, uploadId)
  }
  const { database, files, clock } = deps
  const isAwaited = asset.state === 'awaiting-upload'
  const { pictureKey = null, ...tags } = { ...noTags, pictureKey: null, ...asset.tags }
  const pictureUrl = await findSharedImage(database.read, files, pictureKey, clock.now())
  return {
    uploadId: asset.id,
    state: asset.state,
    progress: Math.min(1, asset.progress),
    receivedBytes: isAwaited ? await files.arrivedBytes(key) : Number(asset.bytes ?? 0),
    reason: asset.failure_text,
    reasonCode: asset.failure_code,
    duration: asset.duration_ms === null ? null : asset.duration_ms / 1_000,
    tags: asset.tags === null ? null : { ...tags, pictureUrl },
  }
}

export async function listOpen(deps: MediaDeps, caller: Caller): Promise<Data<typeof listOpenUploads>> {
  requireUser(caller)
  const { database, files } = deps
  const open = await selectOpen(database.read, caller.userId, OPEN_UPLOADS_MAX)
  return Promise.all(
    open.map(async ({ id, state, extension, bytes, progress, announced, queue_place }) => ({
      uploadId: id,
      state,
      progress: Math.min(1, progress),
      receivedBytes:
        state === 'awaiting-upload' ? await files.arrivedBytes(incomingKey(id, extension)) : Number(bytes ?? 0),
      file: announced,
      queuePlace: queue_place,
    })),
  )
}

/** Throws 400 when the file has not arrived. */
export async function completeUpload(
  deps: MediaDeps,
  caller: Caller,
  uploadId: string,
): Promise<Data<typeof getUpload>> {
  const upload = await readUpload(deps, caller, uploadId)
  if (upload.state === 'awaiting-upload') {
    throw new AppError(400, 'upload-incomplete')
  }
  return upload
}

export async function renewOwnUpload(
  deps: MediaDeps,
  caller: Caller,
  uploadId: string,
): Promise<Data<typeof renewUpload>> {
  const { state } = await readUpload(deps, caller, uploadId)
  if (state !== 'awaiting-upload') throw new AppError(409, 'conflict', 'This file has arrived already.')
  const { owner, extension } = await findOwn(deps, caller, uploadId)
  const presignedUrl = await signUpload(deps.database.read, deps.files, { assetId: uploadId, owner, extension })
  return { uploadId, presignedUrl }
}

export async function readOriginal(
  deps: MediaDeps,
  caller: Caller,
  uploadId: string,
): Promise<Data<typeof getOriginal>> {
  const { original_key: key, removed_at: removedAt } = await findOwn(deps, caller, uploadId)
  if (key === null || removedAt !== null) throw notFound()
  return { url: await deps.files.signGet({ key, expiresSeconds: DOWNLOAD_SECONDS }) }
}

export async function readStorage({ database, files }: MediaDeps, caller: Caller): Promise<Data<typeof getStorage>> {
  requireUser(caller)
  return { usedBytes: Number(await sumBytes(database.read, caller.userId)), limitBytes: files.accountBytesMax }
}

export type Sample = { sample: File; headBytes: number; sizeBytes: number }

/** Any signed-in user. The beginning and the end are written to a sparse file of the original length, so that the tag
 * reader finds each at its original offset. */
export async function readSampleTags(
  deps: MediaDeps,
  caller: Caller,
  { sample, headBytes, sizeBytes }: Sample,
): Promise<Data<typeof readTags>> {
  requireUser(caller)
  const tailBytes = sample.size - headBytes
  const isSound = headBytes <= TAG_HEAD_BYTES && tailBytes <= TAG_TAIL_BYTES && tailBytes >= 0
  if (!isSound || sample.size > sizeBytes || sizeBytes > MAX_AUDIO_BYTES) {
    throw new AppError(400, 'bad-request', 'sample: the first MiB and the last 256 KiB of a file of at most 2 GiB')
  }
  return taken(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'peal-tags-'))
    try {
      const bytes = Buffer.from(await sample.arrayBuffer())
      const [inputPath, picturePath] = [join(folder, 'sample'), join(folder, 'picture')]
      await writeWithHole(inputPath, bytes, headBytes, sizeBytes)
      const found = await readFileTags({ inputPath, picturePath })
      const picture = found?.hasPicture === true ? await readFile(picturePath) : null
      const key = picture === null ? null : await shareImage(deps, picture, IMAGE_SHARED_HOURS)
      return { tags: { ...(found?.tags ?? noTags), pictureUrl: key === null ? null : deps.files.publicUrl(key) } }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function writeWithHole(path: string, bytes: Buffer, headBytes: number, sizeBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(sizeBytes)
    await file.write(bytes.subarray(0, headBytes), 0, headBytes, 0)
    const tail = bytes.subarray(headBytes)
    if (tail.length > 0) await file.write(tail, 0, tail.length, sizeBytes - tail.length)
  } finally {
    await file.close()
  }
}

let readers = 0
const waiting: (() => void)[] = []

async function taken<Result>(work: () => Promise<Result>): Promise<Result> {
  if (readers >= READERS_MAX) {
    if (waiting.length >= WAITING_MAX) throw new AppError(503, 'unavailable', errorCodes.unavailable, 2)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else readers++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) readers--
    else next()
  }
}
