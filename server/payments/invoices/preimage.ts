/** Preimages of payment hashes, in hex: generating, hashing and verifying them. */
import { createHash, randomBytes } from 'node:crypto'
import { HEX_32 } from '#protocols/hex.ts'

export function choosePreimage(): string {
  return randomBytes(32).toString('hex')
}

export function hashOfPreimage(preimage: string): string {
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
}

export function isPreimageOf(preimage: string, paymentHash: string): boolean {
  return HEX_32.test(preimage) && hashOfPreimage(preimage) === paymentHash
}
