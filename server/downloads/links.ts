/** The signed paths of files, and the private links of purchases and codes without an account. Both are derived from the
 * secret of the installation, so neither is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { DownloadDeps } from './deps.ts'

const HOUR_MS = 3_600_000
const VALID_HOURS = 24
const MAC_BYTES = 16
const ID_BYTES = 16

type Grant = {
  contentId: string
  /** When the listener got the right; null: the download is free. */
  since: Date | null
}

/** The path of one file; the signature is the same for all files of the content. Paths change once an hour, so that a page
 * that is loaded again resumes a download. */
export function filePath(
  { secret, clock }: Pick<DownloadDeps, 'secret' | 'clock'>,
  grant: Grant,
  file: string,
): string {
  const until = String((Math.ceil(clock.now().getTime() / HOUR_MS) + VALID_HOURS) * HOUR_MS)
  const since = grant.since === null ? '' : String(grant.since.getTime())
  const signature = sign(secret, ['file', grant.contentId, since, until]).toString('base64url')
  return `/downloads/${grant.contentId}/${file}?${new URLSearchParams({ since, until, signature })}`
}

/** Throws 403 unless the query has our signature and has not expired. */
export function verifyFilePath(
  { secret, clock }: Pick<DownloadDeps, 'secret' | 'clock'>,
  contentId: string,
  query: Record<string, unknown>,
): Grant {
  const [since = '', until = '', signature = ''] = ['since', 'until', 'signature'].map((name) => {
    const value = query[name]
    return typeof value === 'string' ? value : ''
  })
  const isOurs = isEqual(sign(secret, ['file', contentId, since, until]), Buffer.from(signature, 'base64url'))
  if (!isOurs) throw new AppError(403, 'download-link-invalid')
  if (Number(until) < clock.now().getTime()) throw new AppError(403, 'download-link-invalid')
  return { contentId, since: since === '' ? null : new Date(Number(since)) }
}

/** The secret of the page of a purchase or redeemed code: its id, and a proof that only this server can make. The id alone
 * is not enough: recipients of the payment know it. */
export function secretOf({ secret }: Pick<DownloadDeps, 'secret'>, id: string): string {
  return Buffer.concat([bytesOfId(id), sign(secret, ['purchase', id])]).toString('base64url')
}

/** The id that this secret is for. Throws 404 if the secret is not valid. */
export function idOfSecret({ secret }: Pick<DownloadDeps, 'secret'>, given: string): string {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== ID_BYTES + MAC_BYTES) throw notFound()
  const id = formatId(bytes)
  if (!isEqual(sign(secret, ['purchase', id]), bytes.subarray(ID_BYTES))) throw notFound()
  return id
}

/** The id of what a code grants to the client that chose `attempt`: always the same, so that only its hash is stored. */
export function idOfAttempt({ secret }: Pick<DownloadDeps, 'secret'>, code: string, attempt: string): string {
  const bytes = sign(secret, ['redeem', code, attempt])
  // Version 8 of RFC 9562: custom ids.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return formatId(bytes)
}

const formatId = (bytes: Buffer) =>
  bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const bytesOfId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

function sign(secret: string, parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', secret)
    .update(['downloads', ...parts].join('\n'))
    .digest()
  return mac.subarray(0, MAC_BYTES)
}

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
