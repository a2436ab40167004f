/** Stored files in a bucket of any S3-compatible store.
 * The same interface as the directory driver (disk-files.ts), and the same tests (files/contract.test.ts). */
import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { Files, ObjectFiles } from './files.ts'
import { listObjects } from './s3-listing.ts'
import { type Bucket, type BucketOptions, openBucket } from './s3-requests.ts'
import { uploadsTo } from './s3-uploads.ts'
import { createSignedUrls } from './signed-urls.ts'
import { withFolder } from './temporary.ts'

export type ObjectFilesOptions = BucketOptions & {
  /** The base URL of the bucket's public keys, unless this server serves them. */
  bucketUrl: string
  isRedirecting: boolean
  publicUrl: string
  /** The origin of upload URLs, if not `publicUrl`. */
  origin?: string
  /** Signs upload URLs. */
  secret: string
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
  const urls = createSignedUrls({ ...options, base })
  const stat: Files['stat'] = async (key) => {
    const response = await bucket.find({ method: 'HEAD', key })
    if (response === null) return null
    const modifiedAt = new Date(response.headers.get('last-modified') ?? 0)
    return { size: Number(response.headers.get('content-length')), modifiedAt }
  }
  const remove: Files['remove'] = async (key) => {
    await (await bucket.find({ method: 'DELETE', key }))?.body?.cancel()
  }
  const uploads = uploadsTo(bucket, { stat, remove })
  const read = (key: string, range?: { start: number; end: number }) => readObject(bucket, key, range)
  return {
    accountBytesMax,
    isRedirecting,
    requireBucket: bucket.requireBucket,
    list: (prefix) => listObjects(bucket, prefix, options.listedAtOnce),
    // An object store does not report how full it is; its owner pays for what is used.
    requireSpace: async () => undefined,
    // Through this server: a store would need CORS rules, and could neither limit the length nor tell a browser what has arrived.
    signPut: async ({ key, maxBytes, expiresSeconds, type }) =>
      urls.sign('PUT', key, expiresSeconds, String(maxBytes), type),
    verify: urls.verify,
    ...uploads,
    offsetOf: uploads.arrivedBytes,
    signGet: ({ key, expiresSeconds }) => {
      const query = key.startsWith('media/') ? {} : { 'response-content-disposition': 'attachment' }
      return bucket.presign(key, { expiresSeconds, query })
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
    stat,
    async copy(from, to) {
      bucket.urlOf(from)
      const headers = { 'x-amz-copy-source': `/${options.bucket}/${from}` }
      const response = await bucket.request({ method: 'PUT', key: to, headers, timeoutMs: TRANSFER_TIMEOUT_MS })
      // A copy that fails half-way is reported in the body, after the status was sent.
      if (/<Error>/.test(await response.text())) throw new Error(`the object store could not copy ${from}`)
    },
    remove,
    withLocalFile: (key, work) =>
      withFolder(async (folder) => {
        const path = join(folder, 'object')
        await pipeline(read(key), createWriteStream(path, { mode: 0o600 }))
        return work(path)
      }),
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
