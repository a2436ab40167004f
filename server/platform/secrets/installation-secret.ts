/** The row that binds this database to its SECRET, by a fingerprint. A start with another secret is refused: encrypted
 * values could not be decrypted, and would be lost when new ones overwrite them. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { keyOf } from './seal.ts'

export class WrongSecret extends Error {
  override name = 'WrongSecret'
}

/** Throws WrongSecret and changes nothing when the database belongs to another secret. A database without a fingerprint (a
 * new one, or one whose operator deleted it, see docs/operating.md) is bound only when `opensSealed` confirms that its encrypted
 * values can be decrypted with this secret. */
export async function bindSecret(tx: Tx, secret: string, opensSealed: (tx: Tx) => Promise<boolean>): Promise<void> {
  const fingerprint = fingerprintOf(secret)
  const bound = await selectFingerprint(tx)
  if (bound === undefined && (await opensSealed(tx))) {
    // Of two servers that start at the same time with different secrets, one is bound; the other is refused below.
    await sql`INSERT INTO installation_secret (fingerprint) VALUES (${fingerprint}) ON CONFLICT DO NOTHING`.execute(tx)
  }
  if ((bound ?? (await selectFingerprint(tx))) === fingerprint) return
  throw new WrongSecret(
    'SECRET is not the one that this database was made with. Set SECRET as it was before, or without SECRET put back ' +
      'the file "secret" in DATA_DIR. Nothing was changed.',
  )
}

/** False when the database belongs to another secret. */
export async function isSecretOf(tx: Tx, secret: string): Promise<boolean> {
  return ((await selectFingerprint(tx)) ?? fingerprintOf(secret)) === fingerprintOf(secret)
}

const fingerprintOf = (secret: string) => keyOf(secret, 'peal secret fingerprint').toString('hex')

async function selectFingerprint(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ fingerprint: string }>`SELECT fingerprint FROM installation_secret`.execute(tx)
  return rows[0]?.fingerprint
}
