/** What the passphrase protects: the secret of the installation, encrypted with AES-256-GCM, and the manifest, which nobody
 * can change without it (HMAC-SHA256). Both keys are derived from the passphrase with scrypt and a salt, which the backups of
 * a place share. */
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/platform/config/config.ts'
import { createSeal, keyOf } from '#server/platform/secrets/seal.ts'
import { BackupUnusable } from './unusable.ts'

/** About half a second and 128 MiB for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
const MIN_LENGTH = 12

export type Lock = {
  encrypt(secret: string): string
  /** Null with a wrong passphrase, or when the text was altered. */
  decrypt(encrypted: string): string | null
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}

export function readPassphrase({ passphrase }: Config): string {
  if (passphrase === '') {
    throw new BackupUnusable(
      'Set PASSPHRASE, or PASSPHRASE_FILE to a file that contains it: it encrypts the secret of the installation in the ' +
        'backup. Without the passphrase a backup cannot be restored, so keep it in another place.',
    )
  }
  if (passphrase.length < MIN_LENGTH)
    throw new BackupUnusable(`The passphrase must have ${MIN_LENGTH} characters or more.`)
  return passphrase
}

export async function createLock(passphrase: string, salt: string): Promise<Lock> {
  const root = await deriveOnce(passphrase, salt)
  const seal = createSeal([root], 'peal backup secret')
  const signing = keyOf(root, 'peal backup manifest')
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('hex')
  return {
    encrypt: (secret) => seal.close(secret).toString('base64'),
    decrypt: (encrypted) => seal.open(Buffer.from(encrypted, 'base64')),
    sign,
    isSigned: (text, signature) => timingSafeEqual(Buffer.from(sign(text)), Buffer.from(signature)),
  }
}

/** The last one, for a process that opens a backup and makes the next one. */
let derived: { from: string; root: Promise<string> } | undefined

function deriveOnce(passphrase: string, salt: string): Promise<string> {
  const from = `${salt} ${passphrase}`
  if (derived?.from !== from) derived = { from, root: derive(passphrase, salt) }
  return derived.root
}

function derive(passphrase: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 32, COST, (error, key) =>
      error === null ? resolve(key.toString('hex')) : reject(error),
    ),
  )
}
