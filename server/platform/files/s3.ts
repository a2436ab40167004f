/** Stored files in a bucket of any S3-compatible store.
 * The same port as the directory driver (files.ts), and the same tests (files/contract.test.ts). */
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '#server/platform/clock.ts'
import { InvalidSetting } from '#server/platform/config/values.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Files, isValidKey } from './files.ts'

export type ObjectFiles = Files & {
  /** Listeners are redirected to the store; files are not served through this server. */
  readonly isRedirecting: boolean
  /** Throws when the store reports that the bucket does not exist, or when the store is unreachable. */
  mustHaveBucket(): Promise<void>
}

export type ObjectFilesOptions = {
  bucket: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is in the path, not in the host name. */
  isPathStyle: boolean
  /** The base URL of the bucket's public keys, unless this server serves them. */
  bucketUrl: string
  isRedirecting: boolean
  publicUrl: string
  clock: Clock
  accountBytesMax?: number
}

const TIMEOUT_MS = 60_000
const BUCKET_TIMEOUT_MS = 10_000
/** 2 GiB at 5 MB/s. */
const TRANSFER_TIMEOUT_MS = 600_000
const ATTEMPTS_MAX = 3
const RETRY_PAUSE_MS = 200
const TAKEN_AS_IT_IS = 'UNSIGNED-PAYLOAD'

type Asked = { method: string; key: string; headers?: Record<string, string>; body?: Blob; timeoutMs?: number }

export function openObjectFiles(options: ObjectFilesOptions): ObjectFiles {
  const { bucket, isPathStyle, clock, accountBytesMax = Number.MAX_SAFE_INTEGER } = options
  const endpoint = new URL(options.endpoint)
  const origin = isPathStyle ? `${endpoint.origin}/${bucket}` : `${endpoint.protocol}//${bucket}.${endpoint.host}`
  const base = options.publicUrl.replace(/\/$/, '')
  const urlOf = (key: string) => {
    if (!isValidKey(key)) throw new AppError(404, 'not-found', 'There is no such file')
    return `${origin}/${key}`
  }
  const stamp = () =>
    clock
      .now()
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, '')
  const signer = (request: { url: string; method: string; headers?: Record<string, string>; signQuery?: boolean }) =>
    new AwsV4Signer({
      ...request,
      service: 's3',
      region: options.region,
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      datetime: stamp(),
      // Without this the content type would not be signed, and the store would accept any.
      allHeaders: true,
    })

  const presign = async (
    method: string,
    key: string,
    { expiresSeconds, headers, query = {} }: Presigned,
  ): Promise<string> => {
    const url = new URL(urlOf(key))
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    url.searchParams.set('X-Amz-Expires', String(expiresSeconds))
    const signed = await signer({ url: url.href, method, signQuery: true, ...(headers && { headers }) }).sign()
    return signed.url.href
  }

  /** Sends one request, with retries after network or store errors. Null: the object does not exist. */
  const ask = async ({ method, key, headers = {}, body, timeoutMs = TIMEOUT_MS }: Asked): Promise<Response | null> => {
    for (let attempt = 1; ; attempt++) {
      // The connection is TLS or a trusted network: hashing 2 GiB first would read them twice.
      const sent = { ...headers, 'x-amz-content-sha256': TAKEN_AS_IT_IS }
      const signed = await signer({ url: urlOf(key), method, headers: sent }).sign()
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body }),
      }).catch((error: unknown) => error as Error)
      if (answer instanceof Response && answer.status < 500 && answer.status !== 429) {
        if (answer.ok) return answer
        await answer.body?.cancel()
        if (answer.status === 404) return null
        throw new Error(`the object store answered ${answer.status} to ${method} ${key}`)
      }
      if (answer instanceof Response) await answer.body?.cancel()
      if (attempt === ATTEMPTS_MAX) {
        throw new AppError(503, 'unavailable', 'The file storage cannot be reached. Please try again in a moment.')
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * attempt))
    }
  }

  const mustBeThere = async (asked: Asked): Promise<Response> => {
    const answer = await ask(asked)
    if (answer === null) throw new AppError(404, 'not-found', 'There is no such file')
    return answer
  }

  const put = async (key: string, body: Blob) => {
    const answer = await mustBeThere({ method: 'PUT', key, body, timeoutMs: TRANSFER_TIMEOUT_MS })
    await answer.body?.cancel()
  }

  const read = (key: string, range?: { start: number; end: number }): Readable =>
    Readable.from(
      (async function* () {
        const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
        const answer = await mustBeThere({ method: 'GET', key, headers, timeoutMs: TRANSFER_TIMEOUT_MS })
        if (answer.body !== null) yield* Readable.fromWeb(answer.body as WebStream<Uint8Array>)
      })(),
      { objectMode: false },
    )

  return {
    accountBytesMax,
    isRedirecting: options.isRedirecting,
    async mustHaveBucket() {
      const headers = { 'x-amz-content-sha256': TAKEN_AS_IT_IS }
      const signed = await signer({ url: origin, method: 'HEAD', headers }).sign()
      const asked = { method: 'HEAD', headers: signed.headers, signal: AbortSignal.timeout(BUCKET_TIMEOUT_MS) }
      const answer = await fetch(signed.url, asked).catch(() => null)
      if (answer === null) throw new InvalidSetting(`S3_ENDPOINT: nothing answers at ${endpoint.origin}`)
      // Credentials may permit using a bucket but not HEAD on it, so only a 404 counts.
      if (answer.status === 404)
        throw new InvalidSetting(`S3_BUCKET: there is no bucket ${bucket} at ${endpoint.origin}`)
    },
    // An object store does not report how full it is; its owner pays for what is used.
    mustHaveRoom: async () => undefined,
    // A presigned PUT cannot limit the length: a file that is too long is refused after it has arrived.
    signPut: ({ key, expiresSeconds, type }) =>
      presign('PUT', key, { expiresSeconds, ...(type !== undefined && { headers: { 'content-type': type } }) }),
    signGet: ({ key, expiresSeconds }) => {
      const query = key.startsWith('media/') ? {} : { 'response-content-disposition': 'attachment' }
      return presign('GET', key, { expiresSeconds, query })
    },
    publicUrl: (key) => (options.bucketUrl === '' ? `${base}/files/${key}` : `${options.bucketUrl}/${key}`),
    async write(key, body) {
      if (Buffer.isBuffer(body)) return put(key, new Blob([new Uint8Array(body)]))
      // The store needs the length before the first byte.
      await withFolder(async (folder) => {
        const path = join(folder, 'body')
        await pipeline(body, createWriteStream(path, { mode: 0o600 }))
        await put(key, await openAsBlob(path))
      })
    },
    read,
    async stat(key) {
      const answer = await ask({ method: 'HEAD', key })
      if (answer === null) return null
      const modifiedAt = new Date(answer.headers.get('last-modified') ?? 0)
      return { size: Number(answer.headers.get('content-length')), modifiedAt }
    },
    async copy(from, to) {
      urlOf(from)
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` }
      const answer = await mustBeThere({ method: 'PUT', key: to, headers, timeoutMs: TRANSFER_TIMEOUT_MS })
      // A copy that fails half-way is reported in the body, after the status was sent.
      if (/<Error>/.test(await answer.text())) throw new Error(`the object store could not copy ${from}`)
    },
    async remove(key) {
      await (await ask({ method: 'DELETE', key }))?.body?.cancel()
    },
    withLocalFile: (key, work) =>
      withFolder(async (folder) => {
        const path = join(folder, 'object')
        await pipeline(read(key), createWriteStream(path, { mode: 0o600 }))
        return work(path)
      }),
    arrivedBytes: async (key) => {
      const answer = await ask({ method: 'HEAD', key })
      return answer === null ? 0 : Number(answer.headers.get('content-length'))
    },
  }
}

type Presigned = { expiresSeconds: number; headers?: Record<string, string>; query?: Record<string, string> }

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'peal-object-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
