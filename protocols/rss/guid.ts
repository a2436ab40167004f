/** The `podcast:guid` of a feed (podcast namespace, tag `guid`): UUIDv5 of its URL without scheme and trailing
 * slashes. Assigned once; a feed that moves keeps its guid. */
import { createHash } from 'node:crypto'

const NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

export function guidOfFeed(address: string): string {
  const name = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/\/+$/, '')
  const bytes = createHash('sha1').update(NAMESPACE).update(name, 'utf8').digest().subarray(0, 16)
  // Version 5 and the variant (RFC 9562).
  bytes[6] = 0x50 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
