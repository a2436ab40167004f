/** A Nostr event (NIP-01): its shape, id and signature. Does not know the meaning of kinds, and has no clock. */
import { finalizeEvent, getEventHash, verifyEvent } from 'nostr-tools/pure'
import { HEX_32 } from '#protocols/hex.ts'

/** An event before its author has signed it. */
export type UnsignedEvent = { kind: number; created_at: number; tags: string[][]; content: string }
export type NostrEvent = UnsignedEvent & { id: string; pubkey: string; sig: string }

/** Not an event, or not signed by its author. The message explains why and may be shown to users. */
export class InvalidEvent extends Error {
  override name = 'InvalidEvent'
}

export const KIND_MAX = 65_535
const HEX_64 = /^[0-9a-f]{128}$/

/** Parses an event and verifies its id and signature. Unknown fields are dropped. Throws InvalidEvent. */
export function readEvent(value: unknown): NostrEvent {
  const event = parseEvent(value)
  requireSigned(event)
  return event
}

/** Checks only the shape, so that cheap checks can come before the signature. Throws InvalidEvent. */
export function parseEvent(value: unknown): NostrEvent {
  if (typeof value !== 'object' || value === null) throw new InvalidEvent('This is not an event')
  const { id, pubkey, sig, kind, created_at, tags, content } = value as Record<string, unknown>
  if (!isText(id, HEX_32)) throw new InvalidEvent('The id of the event is not 64 hexadecimal digits')
  if (!isText(pubkey, HEX_32)) throw new InvalidEvent('The public key of the event is not 64 hexadecimal digits')
  if (!isText(sig, HEX_64)) throw new InvalidEvent('The signature of the event is not 128 hexadecimal digits')
  if (!isInteger(kind) || kind > KIND_MAX) throw new InvalidEvent('The kind of the event is not a number of 0 to 65535')
  if (!isInteger(created_at)) throw new InvalidEvent('The event does not say when it was created')
  if (typeof content !== 'string') throw new InvalidEvent('The content of the event is not a string')
  if (!isTags(tags)) throw new InvalidEvent('The tags of the event are not arrays of strings')
  return { id, pubkey, sig, kind, created_at, tags, content }
}

/** Throws InvalidEvent unless the id matches the event and its author has signed it. */
export function requireSigned(event: NostrEvent): void {
  if (getEventHash(event) !== event.id) throw new InvalidEvent('The id of the event does not match its content')
  // Pass a copy: verifyEvent caches its result on the object.
  if (!verifyEvent({ ...event })) throw new InvalidEvent('The signature does not match the public key of the event')
}

export function signEvent(event: UnsignedEvent, secretKey: Uint8Array): NostrEvent {
  const { kind, created_at, tags, content } = event
  const { id, pubkey, sig } = finalizeEvent({ kind, created_at, tags, content }, secretKey)
  return { id, pubkey, sig, kind, created_at, tags, content }
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}

/** For times and kinds. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function isTags(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.every((tag) => Array.isArray(tag) && tag.every((item: unknown) => typeof item === 'string'))
  )
}
