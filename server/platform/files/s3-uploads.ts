/** Uploads to a bucket, as multipart uploads. Which parts have arrived is known to the store alone, so an interrupted upload
 * continues at any server. The bytes of a part that was not full yet are sent again. */
import { createWriteStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull, storageFull } from './disk.ts'
import type { Files } from './files.ts'
import { isValidKey } from './keys.ts'
import { type Bucket, elementOf, elementsOf } from './s3-requests.ts'
import { withFolder } from './temporary.ts'
import { alreadyHere, cutOff, limited, tooLarge, tooLong, wrongOffset } from './upload-errors.ts'

/** The smallest that S3 allows. All parts have this size except the last. */
const PART_BYTES = 5 * 2 ** 20
const COMPLETE_TIMEOUT_MS = 600_000

type Upload = { key: string; id: string; begunAt: string }
type Part = { number: number; size: number; etag: string }
/** `total`: the size of the whole file, if it was announced. */
type Body = { bytes: AsyncIterable<Buffer>; start: number; total: number | null }

type UploadFiles = Pick<Files, 'writeLimited' | 'writeChunk' | 'arrivedBytes' | 'removeUpload' | 'removeIncomplete'>

export function uploadsTo(bucket: Bucket, files: Pick<Files, 'stat' | 'remove'>): UploadFiles {
  const requireNew = async (key: string) => {
    if ((await files.stat(key)) !== null) throw alreadyHere()
  }
  const complete = async (upload: Upload, parts: readonly Part[]) => {
    // Another request may have completed it.
    if (!(await completeUpload(bucket, upload, parts)) && (await files.stat(upload.key)) === null) throw cutOff()
    await abortAll(bucket, upload.key)
  }
  return {
    async writeLimited(key, body, { maxBytes, contentLength }) {
      await requireNew(key)
      await abortAll(bucket, key)
      const upload = await begin(bucket, key)
      try {
        const bytes = limited(
          bytesOf(body),
          contentLength ?? maxBytes,
          contentLength === undefined ? tooLarge(maxBytes) : tooLong(),
        )
        await sendParts(bucket, upload, { bytes, start: 0, total: contentLength ?? null })
        const parts = await listParts(bucket, upload)
        if (parts.length === 0) throw cutOff()
        await complete(upload, parts)
      } catch (error) {
        await abort(bucket, upload)
        throw error
      }
    },
    async writeChunk(key, body, { start, total }) {
      await requireNew(key)
      const upload = (await uploadsOf(bucket, key))[0] ?? (await begin(bucket, key))
      const bytes = limited(bytesOf(body), total - start, tooLong())
      await sendParts(bucket, upload, { bytes, start, total })
      const parts = await listParts(bucket, upload)
      if (sizeOf(parts) !== total) return false
      await complete(upload, parts)
      return true
    },
    async arrivedBytes(key) {
      const found = await files.stat(key)
      if (found !== null) return found.size
      const [upload] = await uploadsOf(bucket, key)
      return upload === undefined ? 0 : sizeOf(await listParts(bucket, upload))
    },
    async removeUpload(key) {
      await abortAll(bucket, key)
      await files.remove(key)
    },
    async removeIncomplete(prefix, before) {
      const uploads = (await listUploads(bucket, prefix)).filter(({ key }) => isValidKey(key))
      for (const upload of uploads) if (new Date(upload.begunAt) < before) await abort(bucket, upload)
    },
  }
}

/** Begins an upload, and returns the first one of this key: another server may have begun one at the same time. */
async function begin(bucket: Bucket, key: string): Promise<Upload> {
  const response = await bucket.request({ method: 'POST', key, query: { uploads: '' } })
  await response.body?.cancel()
  const [first] = await uploadsOf(bucket, key)
  if (first === undefined) throw new Error('the object store does not list the upload that it has begun')
  return first
}

async function uploadsOf(bucket: Bucket, key: string): Promise<Upload[]> {
  const orderOf = ({ begunAt, id }: Upload) => `${begunAt} ${id}`
  const found = (await listUploads(bucket, key)).filter((upload) => upload.key === key)
  return found.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

/** At most 1 000. */
async function listUploads(bucket: Bucket, prefix: string): Promise<Upload[]> {
  const response = await bucket.request({ method: 'GET', key: '', query: { uploads: '', prefix } })
  return elementsOf(await response.text(), 'Upload').map((upload) => ({
    key: elementOf(upload, 'Key'),
    id: elementOf(upload, 'UploadId'),
    begunAt: elementOf(upload, 'Initiated'),
  }))
}

/** The parts from the first on, up to a gap. 2 GiB are 410 parts, fewer than a store lists at a time. */
async function listParts(bucket: Bucket, { key, id }: Upload): Promise<Part[]> {
  const response = await bucket.find({ method: 'GET', key, query: { uploadId: id } })
  const parts = elementsOf((await response?.text()) ?? '', 'Part')
    .map((part) => ({
      number: Number(elementOf(part, 'PartNumber')),
      size: Number(elementOf(part, 'Size')),
      etag: elementOf(part, 'ETag'),
    }))
    .sort((a, b) => a.number - b.number)
  const isGap = ({ number }: Part, index: number) =>
    number !== index + 1 || (index > 0 && parts[index - 1]!.size !== PART_BYTES)
  const gap = parts.findIndex(isGap)
  return gap === -1 ? parts : parts.slice(0, gap)
}

const sizeOf = (parts: readonly Part[]) => parts.reduce((sum, { size }) => sum + size, 0)

/** Sends what has not arrived yet of a file. Throws 416 for a gap, 400 when the body was cut off or too long. */
async function sendParts(bucket: Bucket, { key, id }: Upload, { bytes, start, total }: Body): Promise<void> {
  const arrived = sizeOf(await listParts(bucket, { key, id, begunAt: '' }))
  if (arrived === total && start === total) return
  const full = Math.floor(arrived / PART_BYTES)
  if (start > full * PART_BYTES) throw wrongOffset(full * PART_BYTES)
  const take = takeFrom(bytes)
  for await (const known of take(full * PART_BYTES - start)) void known
  await withFolder(async (folder) => {
    const path = join(folder, 'part')
    for (let number = full + 1; ; number++) {
      await pipeline(take(PART_BYTES), createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
        throw isDiskFull(error) ? storageFull() : error
      })
      const { size } = await stat(path)
      const isLast = size < PART_BYTES
      if (isLast && total !== null && (number - 1) * PART_BYTES + size !== total) throw cutOff()
      if (size === 0) return
      const query = { partNumber: String(number), uploadId: id }
      const sent = await bucket.request({ method: 'PUT', key, query, body: await openAsBlob(path) })
      await sent.body?.cancel()
      if (isLast) return
    }
  })
}

/** The response goes over the same connection, so a refusal must not destroy the body's stream. */
async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false })
  } catch {
    throw cutOff()
  }
}

/** Returns a function for the next so many bytes. */
function takeFrom(bytes: AsyncIterable<Buffer>) {
  const chunks = bytes[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async function* take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) return
        rest = next.value
      }
      const taken = rest.subarray(0, left)
      rest = rest.subarray(taken.length)
      left -= taken.length
      yield taken
    }
  }
}

/** Returns false when the upload no longer exists. */
async function completeUpload(bucket: Bucket, { key, id }: Upload, parts: readonly Part[]): Promise<boolean> {
  const listed = parts.map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
  const body = new Blob([`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`])
  const query = { uploadId: id }
  const response = await bucket.find({ method: 'POST', key, query, body, timeoutMs: COMPLETE_TIMEOUT_MS })
  // A failure half-way is reported in the body, after the status was sent.
  if (/<Error>/.test((await response?.text()) ?? '')) throw new Error(`the object store could not complete ${key}`)
  return response !== null
}

async function abortAll(bucket: Bucket, key: string): Promise<void> {
  for (const upload of await uploadsOf(bucket, key)) await abort(bucket, upload)
}

async function abort(bucket: Bucket, { key, id }: Upload): Promise<void> {
  await (await bucket.find({ method: 'DELETE', key, query: { uploadId: id } }))?.body?.cancel()
}
