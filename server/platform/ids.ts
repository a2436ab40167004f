/** Identifiers: UUIDv7, so that new rows are adjacent in an index (RFC 9562, section 5.7); and ids that follow from a text. */
import { createHash, randomFillSync } from 'node:crypto'

const random = new Uint8Array(10)

export function newId(nowMs: number = Date.now()): string {
  randomFillSync(random)
  const time = nowMs.toString(16).padStart(12, '0')
  const tail = Buffer.from(random)
  tail[0] = 0x70 | (tail[0]! & 0x0f)
  tail[2] = 0x80 | (tail[2]! & 0x3f)
  const hex = tail.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`
}

/** The same for the same text, so that a repeat finds what the first run made. Version 8 of RFC 9562: a custom UUID. */
export const derivedId = (text: string): string => idOfHash(createHash('sha256').update(text).digest('hex'), 8)

/** A UUID from the beginning of a hash in hex. */
export function idOfHash(hex: string, version: 4 | 8): string {
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-${version}$3-8$4-$5`)
}
