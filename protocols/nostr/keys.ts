/** How nostr keys are written: npub (NIP-19), and 64 hexadecimal digits.
 * Not where keys come from; that is key-phrase.ts or somebody's extension. */
import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decode, npubEncode } from 'nostr-tools/nip19'
import { generateSecretKey as generate, getPublicKey } from 'nostr-tools/pure'
import { HEX_32 } from './hex.ts'

/** An npub has 63; anything longer need not be read to be refused. */
const LETTERS_MAX = 100

/** Another every time. */
export function generateSecretKey(): Uint8Array {
  return generate()
}

export function publicKeyOf(secretKey: Uint8Array): string {
  return getPublicKey(secretKey)
}

/** Whether these digits are a public key: not every number is one, and what is none can be encrypted to by nobody. */
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

/** A public key as 64 digits, from an npub or from digits in either case; null for anything else. */
export function readPublicKey(text: string): string | null {
  const written = text.trim().toLowerCase()
  if (HEX_32.test(written)) return written
  return readNpub(text)
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

function readNpub(text: string): string | null {
  const written = text.trim()
  if (written.length > LETTERS_MAX) return null
  try {
    const read = decode(written)
    return read.type === 'npub' ? read.data : null
  } catch {
    return null
  }
}
