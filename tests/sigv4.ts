/** Checks signatures of S3 requests (AWS Signature Version 4), written from its specification and sharing no code
 * with a signer: what our driver signs must match what this computes. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SignedRequest = {
  method: string
  url: string
  /** As they arrive, names in any case. */
  headers: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const EMPTY_SHA256 = createHash('sha256').update('').digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Null when the signature is valid and, for a presigned URL, not expired; otherwise the problem. */
export function findFault(request: SignedRequest, secretOf: (accessKeyId: string) => string | null, now: Date) {
  const url = new URL(request.url)
  const claims = url.searchParams.has('X-Amz-Signature') ? claimsOfQuery(url) : claimsOfHeader(request.headers)
  if (claims === null) return 'not signed'
  const { credential, signedHeaders, signature, stamp, payload, expiresSeconds } = claims
  const [accessKeyId = '', day = '', region = '', service = '', end = ''] = credential.split('/')
  const secret = secretOf(accessKeyId)
  if (secret === null) return 'unknown key'
  if (service !== 's3' || end !== 'aws4_request' || !stamp.startsWith(day)) return 'wrong scope'
  if (!signedHeaders.includes('host')) return 'host is not signed'
  const ageSeconds = (now.getTime() - instantOf(stamp)) / 1_000
  if (expiresSeconds !== null && ageSeconds > expiresSeconds) return 'expired'
  const reckoned = sign({ request, url, signedHeaders, payload, stamp, scope: [day, region, service, end], secret })
  const [given, expected] = [Buffer.from(signature, 'hex'), Buffer.from(reckoned, 'hex')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? null : 'wrong signature'
}

type Claims = {
  credential: string
  signedHeaders: string[]
  signature: string
  stamp: string
  payload: string
  expiresSeconds: number | null
}

function claimsOfQuery({ searchParams }: URL): Claims | null {
  const read = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (read('Algorithm') !== ALGORITHM) return null
  return {
    credential: read('Credential'),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    stamp: read('Date'),
    payload: 'UNSIGNED-PAYLOAD',
    expiresSeconds: Number(read('Expires')),
  }
}

function claimsOfHeader(headers: Record<string, string>): Claims | null {
  const all = lowerCased(headers)
  const header = /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/
  const match = header.exec(all['authorization'] ?? '')
  if (match === null) return null
  const [, credential = '', signedHeaders = '', signature = ''] = match
  return {
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    stamp: all['x-amz-date'] ?? instantStamp(all['date'] ?? ''),
    payload: all['x-amz-content-sha256'] ?? EMPTY_SHA256,
    expiresSeconds: null,
  }
}

type Signing = {
  request: SignedRequest
  url: URL
  signedHeaders: string[]
  payload: string
  stamp: string
  scope: string[]
  secret: string
}

function sign({ request, url, signedHeaders, payload, stamp, scope, secret }: Signing): string {
  const headers: Record<string, string> = { host: url.host, ...lowerCased(request.headers) }
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    canonicalQuery(url),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`)
  return hmac(key, [ALGORITHM, stamp, scope.join('/'), hash].join('\n')).toString('hex')
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature')
  const encoded = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return encoded.toSorted((one, other) => (one < other ? -1 : 1)).join('&')
}

/** All but letters, digits and -._~ as %XX (RFC 3986). */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** 20130524T000000Z */
const instantOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
const instantStamp = (date: string) => new Date(date).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
