/** How nostr keys are written: npub and nsec (NIP-19), and 64 hexadecimal digits.
 * Not where keys come from; that is key-phrase.ts or somebody's extension. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decode, npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { HEX_32 } from './hex.ts'

export { generateSecretKey }

/** An npub has 63; anything longer need not be read to be refused. */
const LETTERS_MAX = 100

export function publicKeyOf(secretKey: Uint8Array): string {
  return getPublicKey(secretKey)
}

export function encodeNpub(pubkey: string): string {
  return npubEncode(pubkey)
}

export function encodeNsec(secretKey: Uint8Array): string {
  return nsecEncode(secretKey)
}

/** A public key as 64 digits, from an npub or from digits in either case; null for anything else. */
export function readPublicKey(text: string): string | null {
  const written = text.trim().toLowerCase()
  if (HEX_32.test(written)) return written
  const key = readBech32(text, 'npub')
  return typeof key === 'string' ? key : null
}

/** The secret key of an nsec; null for anything else, digits too: they cannot be told from a public key. */
export function readNsec(text: string): Uint8Array | null {
  const key = readBech32(text, 'nsec')
  if (!(key instanceof Uint8Array)) return null
  try {
    // Zero and what is not below the order of the curve are no keys.
    publicKeyOf(key)
    return key
  } catch {
    return null
  }
}

/** A secret key as 64 digits, for keeping it. */
export function secretToHex(secretKey: Uint8Array): string {
  return bytesToHex(secretKey)
}

/** Throws for what is not 64 hexadecimal digits. */
export function secretFromHex(secretHex: string): Uint8Array {
  if (!HEX_32.test(secretHex)) throw new TypeError('A secret key has 64 hexadecimal digits')
  return hexToBytes(secretHex)
}

function readBech32(text: string, type: 'npub' | 'nsec'): unknown {
  const written = text.trim()
  if (written.length > LETTERS_MAX) return null
  try {
    const read = decode(written)
    return read.type === type ? read.data : null
  } catch {
    return null
  }
}
