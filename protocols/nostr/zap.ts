/** Zaps (NIP-57): the request that a payer signs, validated by appendix D, and the receipt of appendix E. Does not
 * link keys to users, and makes no payments. */
import { InvalidEvent, KIND_MAX, requireSigned, type NostrEvent, parseEvent, type UnsignedEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'

const ZAP_REQUEST_KIND = 9_734
export const ZAP_RECEIPT_KIND = 9_735

export type ZapRequest = {
  /** Exactly as sent: its SHA-256 must be in the invoice, and the receipt contains it. */
  text: string
  id: string
  /** The key of the claimed payer. */
  sender: string
  /** The key that is zapped. */
  recipient: string
  content: string
  createdAtSeconds: number
  /** Where the receipt should be published; not validated yet. */
  relays: string[]
  /** LNURL or Lightning address of the recipient, as the payer's app knows it. */
  lnurl: string | null
  tags: readonly string[][]
}

/** Not a valid zap request, or not for this payment. The message explains why and may be shown to users. */
export class InvalidZapRequest extends Error {
  override name = 'InvalidZapRequest'
}

const TEXT_MAX_CHARACTERS = 16_000
const CONTENT_MAX_CHARACTERS = 4_000
const TAGS_MAX = 50
const RELAYS_MAX = 30

export type ZapPayment = {
  amountMsat: bigint
  /** The key that signs receipts. */
  receiptPubkey: string
}

export type NewZapRequest = {
  recipient: string
  amountMsat: bigint
  relays: readonly string[]
  lnurl: string
  content: string
  createdAtSeconds: number
}

/** The request to sign for a payment (appendix A). */
export function draftZapRequest(zap: NewZapRequest): UnsignedEvent {
  const tags = [
    ['relays', ...zap.relays],
    ['amount', String(zap.amountMsat)],
    ['lnurl', zap.lnurl],
    ['p', zap.recipient],
  ]
  return { kind: ZAP_REQUEST_KIND, created_at: zap.createdAtSeconds, tags, content: zap.content }
}

/** Throws InvalidZapRequest. */
export function parseZapRequest(text: string, payment: ZapPayment): ZapRequest {
  const event = parseRequest(text)
  const { tags, content } = event
  const recipient = requireSingleTag(tags, 'p')
  if (!HEX_32.test(recipient)) fail('The p tag is not a public key of 64 hexadecimal digits')
  const eventId = findOne(tags, 'e')
  if (eventId !== null && !HEX_32.test(eventId)) fail('The e tag is not an id of 64 hexadecimal digits')
  const coordinate = findOne(tags, 'a')
  if (coordinate !== null && !isCoordinate(coordinate)) fail('The a tag is not the coordinate of an event')
  const amount = findOne(tags, 'amount')
  if (amount !== null && amount !== String(payment.amountMsat)) fail('The amount tag has another amount')
  const receipts = findOne(tags, 'P')
  if (receipts !== null && receipts !== payment.receiptPubkey) fail('The P tag is not the key that signs our receipts')
  const relays = tags.filter(([name]) => name === 'relays')
  if (relays.length > 1) fail('There is more than one relays tag')
  if ((relays[0]?.length ?? 0) > RELAYS_MAX + 1) fail(`There are more than ${RELAYS_MAX} relays`)
  const lnurl = findOne(tags, 'lnurl')
  requireSignedBy(event)
  return {
    text,
    id: event.id,
    sender: event.pubkey,
    recipient,
    content,
    createdAtSeconds: event.created_at,
    relays: relays[0]?.slice(1) ?? [],
    lnurl,
    tags,
  }
}

function parseRequest(text: string): NostrEvent {
  if (text.length > TEXT_MAX_CHARACTERS) fail(`It is longer than ${TEXT_MAX_CHARACTERS} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail('It is not JSON')
  }
  const event = read(() => parseEvent(value))
  if (event.kind !== ZAP_REQUEST_KIND) fail(`The event is not of kind ${ZAP_REQUEST_KIND}`)
  if (event.tags.length === 0) fail('The event has no tags')
  if (event.tags.length > TAGS_MAX) fail(`The event has more than ${TAGS_MAX} tags`)
  const texts = [event.content, ...event.tags.flat()]
  // PostgreSQL cannot store these characters.
  if (texts.some((one) => one.includes('\0') || !one.isWellFormed())) fail('It contains invalid characters')
  if (event.content.length > CONTENT_MAX_CHARACTERS)
    fail(`The message is longer than ${CONTENT_MAX_CHARACTERS} characters`)
  return event
}

function requireSignedBy(event: NostrEvent): void {
  read(() => requireSigned(event))
}

function read<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof InvalidEvent ? new InvalidZapRequest(error.message) : error
  }
}

function fail(why: string): never {
  throw new InvalidZapRequest(why)
}

/** The value of a tag that occurs at most once. */
function findOne(tags: readonly string[][], name: string): string | null {
  const found = tags.filter((tag) => tag[0] === name)
  if (found.length > 1) fail(`There is more than one ${name} tag`)
  if (found.length === 1 && found[0]![1] === undefined) fail(`The ${name} tag is empty`)
  return found[0]?.[1] ?? null
}

function requireSingleTag(tags: readonly string[][], name: string): string {
  return findOne(tags, name) ?? fail(`There is no ${name} tag`)
}

/** `kind:pubkey:d` of a replaceable or addressable event. */
export function isCoordinate(text: string): boolean {
  const [, kindText = '', pubkey = '', name = ''] = /^(\d{1,5}):([0-9a-f]{64}):(.*)$/s.exec(text) ?? []
  const kind = kindText === '' ? KIND_MAX + 1 : Number.parseInt(kindText, 10)
  if (String(kind) !== kindText || kind > KIND_MAX || pubkey === '') return false
  const isAddressable = kind >= 30_000 && kind < 40_000
  const isReplaceable = kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000)
  return isAddressable || (isReplaceable && name === '')
}

/** Tags that a receipt copies from its request. */
const STORED_TAGS = ['p', 'e', 'a', 'k']

export type ZapPaid = { bolt11: string; paidAt: Date; preimage: string | null }

/** The receipt to sign for a validated request (appendix E). */
export function draftZapReceipt(requestText: string, { bolt11, paidAt, preimage }: ZapPaid): UnsignedEvent {
  const request = parseRequest(requestText)
  const kept = request.tags.filter(([name = '']) => STORED_TAGS.includes(name))
  const tags = [...kept, ['P', request.pubkey], ['bolt11', bolt11], ['description', requestText]]
  if (preimage !== null) tags.push(['preimage', preimage])
  return { kind: ZAP_RECEIPT_KIND, created_at: Math.floor(paidAt.getTime() / 1_000), tags, content: '' }
}

/** The key that signed a validated request. */
export function senderOfZap(requestText: string): string {
  return parseRequest(requestText).pubkey
}

/** The relays on which the receipt of a validated request should be published. */
export function relaysOfZap(requestText: string): string[] {
  return (
    parseRequest(requestText)
      .tags.find(([name]) => name === 'relays')
      ?.slice(1) ?? []
  )
}
