/** Signed requests to a bucket of an S3-compatible store (signature version 4), retried when the store fails,
 * and parsing its responses, which are XML. The meaning of the requests is in s3.ts. */
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '#server/platform/clock.ts'
import { InvalidSetting } from '#server/platform/config/values.ts'
import { AppError } from '#server/platform/errors.ts'
import { fileNotFound, requireValidKey } from './keys.ts'

export type BucketOptions = {
  bucket: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is in the path, not in the host name. */
  isPathStyle: boolean
  clock: Clock
}

const TIMEOUT_MS = 60_000
const BUCKET_TIMEOUT_MS = 10_000
const ATTEMPTS_MAX = 3
const RETRY_PAUSE_MS = 200
const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD'

type Headers = Record<string, string>
/** Without a key, a request to the bucket itself. */
type ObjectRequest = {
  method: string
  key: string
  query?: Record<string, string>
  headers?: Headers
  body?: Blob
  timeoutMs?: number
}
type SignedQuery = { expiresSeconds: number; query?: Record<string, string> }
type Signable = { url: string; method: string; headers?: Headers; signQuery?: boolean }

let failures = 0
/** Of this process: requests that the store did not carry out, also when a retry succeeded. */
export const countStoreFailures = () => failures

export type Bucket = ReturnType<typeof openBucket>

export function openBucket(options: BucketOptions) {
  const { bucket, isPathStyle } = options
  const endpoint = new URL(options.endpoint)
  const origin = isPathStyle ? `${endpoint.origin}/${bucket}` : `${endpoint.protocol}//${bucket}.${endpoint.host}`

  function urlOf(key: string): string {
    requireValidKey(key)
    return `${origin}/${key}`
  }

  const sign = (request: Signable) => signerOf(options, request).sign()

  /** A URL that permits reading one key, until it expires. */
  async function presign(key: string, { expiresSeconds, query = {} }: SignedQuery) {
    const url = new URL(urlOf(key))
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    url.searchParams.set('X-Amz-Expires', String(expiresSeconds))
    const signed = await sign({ url: url.href, method: 'GET', signQuery: true })
    return signed.url.href
  }

  /** Sends one request, with retries after network or store errors. Null: the object does not exist. */
  async function find(request: ObjectRequest): Promise<Response | null> {
    const { method, key, query, headers = {}, body, timeoutMs = TIMEOUT_MS } = request
    const url = (key === '' ? origin : urlOf(key)) + (query === undefined ? '' : `?${new URLSearchParams(query)}`)
    for (let attempt = 1; ; attempt++) {
      // The connection is TLS or a trusted network: hashing 2 GiB first would read them twice.
      const sent = { ...headers, 'x-amz-content-sha256': UNSIGNED_PAYLOAD }
      const signed = await sign({ url, method, headers: sent })
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body }),
      }).catch((error: unknown) => error as Error)
      if (!(response instanceof Response && (response.ok || response.status === 404))) failures++
      if (response instanceof Response && response.status < 500 && response.status !== 429) {
        if (response.ok) return response
        await response.body?.cancel()
        if (response.status === 404) return null
        throw new Error(`the object store responded with ${response.status} to ${method} ${key}`)
      }
      if (response instanceof Response) await response.body?.cancel()
      if (attempt === ATTEMPTS_MAX) {
        throw new AppError(503, 'unavailable', 'The file storage cannot be reached. Please try again in a moment.')
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * attempt))
    }
  }

  async function request(options: ObjectRequest): Promise<Response> {
    const response = await find(options)
    if (response === null) throw fileNotFound()
    return response
  }

  /** Throws when the store reports that the bucket does not exist, or when the store is unreachable. */
  async function requireBucket(): Promise<void> {
    const signed = await sign({ url: origin, method: 'HEAD', headers: { 'x-amz-content-sha256': UNSIGNED_PAYLOAD } })
    const headRequest = { method: 'HEAD', headers: signed.headers, signal: AbortSignal.timeout(BUCKET_TIMEOUT_MS) }
    const response = await fetch(signed.url, headRequest).catch(() => null)
    if (response === null) throw new InvalidSetting(`S3_ENDPOINT: no server responds at ${endpoint.origin}`)
    // Credentials may permit using a bucket but not HEAD on it, so only a 404 counts.
    if (response.status === 404) {
      throw new InvalidSetting(`S3_BUCKET: there is no bucket ${bucket} at ${endpoint.origin}`)
    }
  }

  return { urlOf, presign, find, request, requireBucket }
}

function signerOf({ region, accessKeyId, secretAccessKey, clock }: BucketOptions, request: Signable): AwsV4Signer {
  const datetime = clock
    .now()
    .toISOString()
    .replace(/[:-]|\.\d{3}/g, '')
  // Without `allHeaders` the content type would not be signed, and the store would accept any.
  return new AwsV4Signer({
    ...request,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    datetime,
    allHeaders: true,
  })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The contents of all elements of this name, which contain other elements. */
export function elementsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, content = '']) => content)
}

export function elementOf(text: string, name: string): string {
  const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
  return content.replace(/&(\w+);/g, (all, entity: string) => ENTITIES[entity] ?? all)
}
