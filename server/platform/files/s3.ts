/** Stored files in a bucket of any S3-compatible store.
 * The same interface as the directory driver (disk-files.ts), and the same tests (files/contract.test.ts). */
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ObjectFiles } from './files.ts'
import { listObjects } from './s3-listing.ts'
import { type Bucket, type BucketOptions, openBucket } from './s3-requests.ts'

export type ObjectFilesOptions = BucketOptions & {
  /** The base URL of the bucket's public keys, unless this server serves them. */
  bucketUrl: string
  isRedirecting: boolean
  publicUrl: string
  accountBytesMax?: number
  /** Fewer in tests. */
  listedAtOnce?: number
}

/** 2 GiB at 5 MB/s. */
const TRANSFER_TIMEOUT_MS = 600_000

export function openObjectFiles(options: ObjectFilesOptions): ObjectFiles {
  const { bucketUrl, isRedirecting, accountBytesMax = Number.MAX_SAFE_INTEGER } = options
  const bucket = openBucket(options)
  const base = options.publicUrl.replace(/\/$/, '')
  const read = (key: string, range?: { start: number; end: number }) => readObject(bucket, key, range)
  return {
    accountBytesMax,
    isRedirecting,
    requireBucket: bucket.requireBucket,
    list: (prefix) => listObjects(bucket, prefix, options.listedAtOnce),
    // An object store does not report how full it is; its owner pays for what is used.
    requireSpace: async () => undefined,
    // A presigned PUT cannot limit the length: a file that is too long is refused after it has arrived.
    signPut: ({ key, expiresSeconds, type }) =>
      bucket.presign('PUT', key, { expiresSeconds, ...(type !== undefined && { headers: { 'content-type': type } }) }),
    signGet: ({ key, expiresSeconds }) => {
      const query = key.startsWith('media/') ? {} : { 'response-content-disposition': 'attachment' }
      return bucket.presign('GET', key, { expiresSeconds, query })
    },
    publicUrl: (key) => (bucketUrl === '' ? `${base}/files/${key}` : `${bucketUrl}/${key}`),
    async write(key, body) {
      if (Buffer.isBuffer(body)) return putObject(bucket, key, new Blob([new Uint8Array(body)]))
      // The store needs the length before the first byte.
      await withFolder(async (folder) => {
        const path = join(folder, 'body')
        await pipeline(body, createWriteStream(path, { mode: 0o600 }))
        await putObject(bucket, key, await openAsBlob(path))
      })
    },
    read,
    async stat(key) {
      const response = await bucket.find({ method: 'HEAD', key })
      if (response === null) return null
      const modifiedAt = new Date(response.headers.get('last-modified') ?? 0)
      return { size: Number(response.headers.get('content-length')), modifiedAt }
    },
    async copy(from, to) {
      bucket.urlOf(from)
      const headers = { 'x-amz-copy-source': `/${options.bucket}/${from}` }
      const response = await bucket.request({ method: 'PUT', key: to, headers, timeoutMs: TRANSFER_TIMEOUT_MS })
      // A copy that fails half-way is reported in the body, after the status was sent.
      if (/<Error>/.test(await response.text())) throw new Error(`the object store could not copy ${from}`)
    },
    async remove(key) {
      await (await bucket.find({ method: 'DELETE', key }))?.body?.cancel()
    },
    withLocalFile: (key, work) =>
      withFolder(async (folder) => {
        const path = join(folder, 'object')
        await pipeline(read(key), createWriteStream(path, { mode: 0o600 }))
        return work(path)
      }),
    arrivedBytes: async (key) => {
      const response = await bucket.find({ method: 'HEAD', key })
      return response === null ? 0 : Number(response.headers.get('content-length'))
    },
  }
}

async function putObject(bucket: Bucket, key: string, body: Blob): Promise<void> {
  const response = await bucket.request({ method: 'PUT', key, body, timeoutMs: TRANSFER_TIMEOUT_MS })
  await response.body?.cancel()
}

function readObject(bucket: Bucket, key: string, range?: { start: number; end: number }): Readable {
  const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
  const request = { method: 'GET', key, headers, timeoutMs: TRANSFER_TIMEOUT_MS }
  return Readable.from(
    (async function* () {
      const response = await bucket.request(request)
      if (response.body !== null) yield* Readable.fromWeb(response.body as WebStream<Uint8Array>)
    })(),
    { objectMode: false },
  )
}

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'peal-object-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
