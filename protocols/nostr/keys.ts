/** Formats of Nostr keys: npub (NIP-19), and 64 hexadecimal digits. Keys come from key-phrase.ts or from a browser
 * extension. */
import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decode, npubEncode } from 'nostr-tools/nip19'
import { generateSecretKey as generate, getPublicKey } from 'nostr-tools/pure'
import { HEX_32 } from '#protocols/hex.ts'

/** An npub has 63 characters; anything longer is rejected without decoding. */
const CHARACTERS_MAX = 100

/** A new random key. */
export function generateSecretKey(): Uint8Array {
  return generate()
}

export function publicKeyOf(secretKey: Uint8Array): string {
  return getPublicKey(secretKey)
}

/** Whether these digits are a valid public key. Not every number is one, and nothing can be encrypted to an invalid
 * key. */
export function isPublicKey(hex: string): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${hex}`))
    return HEX_32.test(hex)
  } catch {
    return false
  }
}

export function encodeNpub(pubkey: string): string {
  return npubEncode(pubkey)
}

/** A public key in hex, from an npub or from hex in either case. Null for anything else. */
export function parsePublicKey(text: string): string | null {
  const written = text.trim().toLowerCase()
  if (HEX_32.test(written)) return written
  return readNpub(text)
}

/** A secret key in hex, for storage. */
export function secretToHex(secretKey: Uint8Array): string {
  return bytesToHex(secretKey)
}

/** Throws unless it has 64 hexadecimal digits. */
export function secretFromHex(secretHex: string): Uint8Array {
  if (!HEX_32.test(secretHex)) throw new TypeError('A secret key has 64 hexadecimal digits')
  return hexToBytes(secretHex)
}

function readNpub(text: string): string | null {
  const written = text.trim()
  if (written.length > CHARACTERS_MAX) return null
  try {
    const read = decode(written)
    return read.type === 'npub' ? read.data : null
  } catch {
    return null
  }
}
