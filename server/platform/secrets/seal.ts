/** Encrypts texts in the database with a key derived from the installation's secret (AES-256-GCM). Not for passwords
 * and tokens, which are hashed. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Seal = {
  close(text: string): Buffer
  /** Null when none of the secrets opens it for this purpose. */
  open(sealed: Buffer): string | null
}

/** `secrets`: the current one first; values encrypted with former ones can still be decrypted. */
export function createSeal(secrets: readonly string[], purpose: string): Seal {
  const keys = secrets.map((secret) => keyOf(secret, purpose))
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      for (const key of keys) {
        const text = openWith(key, sealed)
        if (text !== null) return text
      }
      return null
    },
  }
}

/** What encrypts again for each purpose, with another secret. Throws when the value does not open. */
export type Reseal = (purpose: string) => (sealed: Buffer) => Buffer

export const createReseal =
  (from: string, to: string): Reseal =>
  (purpose) => {
    const [old, next] = [createSeal([from], purpose), createSeal([to], purpose)]
    return (sealed) => {
      const text = old.open(sealed)
      if (text === null) throw new Error(`A value for ${purpose} does not open with the secret`)
      return next.close(text)
    }
  }

/** Derives a key that no other use of the secret shares. */
export function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

function openWith(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
