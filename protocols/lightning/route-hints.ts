/** Private routes to the payee, field `r` of BOLT 11, as bytes. Choosing a route is up to the paying node. */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** One hop of a private route that ends at the payee. */
export type RouteHop = {
  pubkey: string
  shortChannelId: bigint
  feeBaseMsat: number
  feePpm: number
  cltvExpiryDelta: number
}

const HOP_BYTES = 51

export function encodeHops(hops: RouteHop[]): Uint8Array {
  return concatBytes(
    ...hops.map((hop) => {
      const tail = new DataView(new ArrayBuffer(HOP_BYTES - 33))
      tail.setBigUint64(0, hop.shortChannelId)
      tail.setUint32(8, hop.feeBaseMsat)
      tail.setUint32(12, hop.feePpm)
      tail.setUint16(16, hop.cltvExpiryDelta)
      return concatBytes(hexToBytes(hop.pubkey), new Uint8Array(tail.buffer))
    }),
  )
}

/** null when the bytes are not a whole number of hops. */
export function decodeHops(bytes: Uint8Array): RouteHop[] | null {
  if (bytes.length === 0 || bytes.length % HOP_BYTES !== 0) return null
  return Array.from({ length: bytes.length / HOP_BYTES }, (_, index) => {
    const hop = bytes.slice(index * HOP_BYTES, (index + 1) * HOP_BYTES)
    const tail = new DataView(hop.buffer, hop.byteOffset + 33)
    return {
      pubkey: bytesToHex(hop.slice(0, 33)),
      shortChannelId: tail.getBigUint64(0),
      feeBaseMsat: tail.getUint32(8),
      feePpm: tail.getUint32(12),
      cltvExpiryDelta: tail.getUint16(16),
    }
  })
}
