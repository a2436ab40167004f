/** The `Authorization: Nostr …` header of NIP-98, read more strictly than the text asks: what could be understood in
 * two ways is refused. Whether an event was used before is not known here. */
import { base64 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidEvent, mustBeSigned, type NostrEvent, parseEvent, type UnsignedEvent } from './event.ts'

const HTTP_AUTH_KIND = 27_235
/** How far the time of signing may be from now, to either side. */
const HTTP_AUTH_MAX_SECONDS = 60
const HTTP_AUTH_HEADER_MAX_BYTES = 8 * 1_024

/** The request that a header is to prove. */
export type ProvedRequest = {
  /** As it is sent: in capitals. */
  method: string
  /** Absolute, with its query, byte for byte. */
  url: string
  nowSeconds: number
}
/** Where the one server has several names, each of them may have been signed. */
export type ReceivedRequest = Omit<ProvedRequest, 'url'> & { urls: readonly string[] }

/** What a valid header says. `payload` is the sha256 of the body, and has to be compared once that is read. */
export type HttpAuth = { eventId: string; pubkey: string; createdAtSeconds: number; payload: string | null }

/** The header proves nothing. The message says why, in a sentence that may be shown. */
export class InvalidHttpAuth extends Error {
  override name = 'InvalidHttpAuth'
  /** It is the time that is wrong. */
  readonly isExpired: boolean

  constructor(message: string, isExpired = false) {
    super(message)
    this.isExpired = isExpired
  }
}

const SCHEME = /^nostr(?: |$)/i
/** Each at most once, with one value. `nonce` tells apart two requests that are otherwise the same. */
const KNOWN_TAGS = ['u', 'method', 'payload', 'nonce']
const EMPTY_SHA256 = bytesToHex(sha256(new Uint8Array()))

/** Whether an `Authorization` header is of this scheme, be it valid or not. */
export function isHttpAuth(header: string): boolean {
  return SCHEME.test(header)
}

/** Reads a header and checks all of it but the body. Throws InvalidHttpAuth. */
export function readHttpAuth(header: string, request: ReceivedRequest): HttpAuth {
  const event = decodeHeader(header)
  if (event.kind !== HTTP_AUTH_KIND) throw new InvalidHttpAuth(`The event is not of kind ${HTTP_AUTH_KIND}`)
  if (event.content !== '') throw new InvalidHttpAuth('The content of the event is not empty')
  const tags = readTags(event)
  // NIP-98 compares it as it is sent; some clients sign `get`, which can be nothing else.
  if (tags.get('method')?.toLowerCase() !== request.method.toLowerCase())
    throw new InvalidHttpAuth('The event is for another method')
  if (!request.urls.includes(tags.get('u') ?? '')) throw new InvalidHttpAuth('The event is for another address')
  const payload = tags.get('payload') ?? null
  if (payload !== null && !/^[0-9a-f]{64}$/.test(payload)) {
    throw new InvalidHttpAuth('The payload of the event is not 64 hexadecimal digits')
  }
  if (Math.abs(request.nowSeconds - event.created_at) > HTTP_AUTH_MAX_SECONDS) {
    throw new InvalidHttpAuth(`The event was not signed within ${HTTP_AUTH_MAX_SECONDS} seconds of now`, true)
  }
  mustBeValid(() => mustBeSigned(event))
  return { eventId: event.id, pubkey: event.pubkey, createdAtSeconds: event.created_at, payload }
}

/** Whether this is the body that was signed; null: there is none. A body that was not signed is not. */
export function isSignedBody(payload: string | null, bodySha256: string | null): boolean {
  if (bodySha256 === null || bodySha256 === EMPTY_SHA256) return payload === null || payload === EMPTY_SHA256
  return payload === bodySha256
}

/** The event to sign for a request. `nonce` makes it another one than that of the same request in the same second. */
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
  return mustBeValid(() => parseEvent(value))
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

function mustBeValid<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof InvalidEvent ? new InvalidHttpAuth(error.message) : error
  }
}
