/** The `Authorization: Nostr …` header of NIP-98, parsed more strictly than the NIP requires: ambiguous headers are
 * rejected. Whether an event was used before is checked elsewhere. */
import { base64 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidEvent, requireSigned, type NostrEvent, parseEvent, type UnsignedEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'

const HTTP_AUTH_KIND = 27_235
/** The maximum difference between the time of signing and now, in either direction. */
const HTTP_AUTH_MAX_SECONDS = 60
const HTTP_AUTH_HEADER_MAX_BYTES = 8 * 1_024

/** The request that a header must prove. */
export type ProvedRequest = {
  /** In upper case, as sent. */
  method: string
  /** Absolute, including the query, byte for byte. */
  url: string
  nowSeconds: number
}
/** A server with several names accepts a signature for any of them. */
export type ReceivedRequest = Omit<ProvedRequest, 'url'> & { urls: readonly string[] }

/** The content of a valid header. `payload` is the SHA-256 of the body; compare it once the body has been read. */
export type HttpAuth = { eventId: string; pubkey: string; createdAtSeconds: number; payload: string | null }

/** The header is invalid. The message explains why and may be shown to users. */
export class InvalidHttpAuth extends Error {
  override name = 'InvalidHttpAuth'
  /** True when only the time is wrong. */
  readonly isExpired: boolean

  constructor(message: string, isExpired = false) {
    super(message)
    this.isExpired = isExpired
  }
}

const SCHEME = /^nostr(?: |$)/i
/** Each at most once, with one value. `nonce` distinguishes requests that are otherwise identical. */
const KNOWN_TAGS = ['u', 'method', 'payload', 'nonce']
const EMPTY_SHA256 = bytesToHex(sha256(new Uint8Array()))

/** Whether an `Authorization` header uses this scheme, valid or not. */
export function isHttpAuth(header: string): boolean {
  return SCHEME.test(header)
}

/** Parses a header and checks everything except the body. Throws InvalidHttpAuth. */
export function parseHttpAuth(header: string, request: ReceivedRequest): HttpAuth {
  const event = decodeHeader(header)
  if (event.kind !== HTTP_AUTH_KIND) throw new InvalidHttpAuth(`The event is not of kind ${HTTP_AUTH_KIND}`)
  if (event.content !== '') throw new InvalidHttpAuth('The content of the event is not empty')
  const tags = readTags(event)
  // NIP-98 compares the method as sent. Some clients sign `get`, which is unambiguous.
  if (tags.get('method')?.toLowerCase() !== request.method.toLowerCase())
    throw new InvalidHttpAuth('The event is for another method')
  if (!request.urls.includes(tags.get('u') ?? '')) throw new InvalidHttpAuth('The event is for another address')
  const payload = tags.get('payload') ?? null
  if (payload !== null && !HEX_32.test(payload)) {
    throw new InvalidHttpAuth('The payload of the event is not 64 hexadecimal digits')
  }
  if (Math.abs(request.nowSeconds - event.created_at) > HTTP_AUTH_MAX_SECONDS) {
    throw new InvalidHttpAuth(`The event was not signed within ${HTTP_AUTH_MAX_SECONDS} seconds of now`, true)
  }
  requireValid(() => requireSigned(event))
  return { eventId: event.id, pubkey: event.pubkey, createdAtSeconds: event.created_at, payload }
}

/** Whether this is the signed body. `bodySha256` is null without a body. A body without a signed payload is rejected. */
export function isSignedBody(payload: string | null, bodySha256: string | null): boolean {
  if (bodySha256 === null || bodySha256 === EMPTY_SHA256) return payload === null || payload === EMPTY_SHA256
  return payload === bodySha256
}

/** The event to sign for a request. `nonce` distinguishes it from an identical request in the same second. */
export function draftHttpAuth(
  request: ProvedRequest,
  body?: Uint8Array | string,
  nonce?: string,
): UnsignedEvent & { tags: [string, string][] } {
  const tags: [string, string][] = [
    ['u', request.url],
    ['method', request.method],
  ]
  if (body !== undefined && body.length > 0) tags.push(['payload', hashBody(body)])
  if (nonce !== undefined) tags.push(['nonce', nonce])
  return { kind: HTTP_AUTH_KIND, created_at: Math.floor(request.nowSeconds), tags, content: '' }
}

/** The value of the `Authorization` header. */
export function encodeHttpAuth({ id, pubkey, created_at, kind, tags, content, sig }: NostrEvent): string {
  return `Nostr ${base64.encode(utf8ToBytes(JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig })))}`
}

function hashBody(body: Uint8Array | string): string {
  return bytesToHex(sha256(typeof body === 'string' ? utf8ToBytes(body) : body))
}

function decodeHeader(header: string): NostrEvent {
  if (header.length > HTTP_AUTH_HEADER_MAX_BYTES) throw new InvalidHttpAuth('The header is longer than 8 KB')
  if (!SCHEME.test(header)) throw new InvalidHttpAuth('The header is not of the scheme Nostr')
  let value: unknown
  try {
    const bytes = base64.decode(header.slice('Nostr '.length))
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new InvalidHttpAuth('The header holds no JSON in base64')
  }
  return requireValid(() => parseEvent(value))
}

function readTags(event: NostrEvent): Map<string, string> {
  const tags = new Map<string, string>()
  for (const tag of event.tags) {
    const [name, value] = tag
    if (name === undefined || !KNOWN_TAGS.includes(name)) throw new InvalidHttpAuth('The event has an unknown tag')
    if (value === undefined || tag.length !== 2) throw new InvalidHttpAuth(`The tag ${name} does not have one value`)
    if (tags.has(name)) throw new InvalidHttpAuth(`The tag ${name} stands twice`)
    tags.set(name, value)
  }
  return tags
}

function requireValid<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof InvalidEvent ? new InvalidHttpAuth(error.message) : error
  }
}
