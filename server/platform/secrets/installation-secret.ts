/** The row that binds this database to its SECRET, by a fingerprint. A start with another secret is refused: encrypted
 * values could not be decrypted, and would be lost when new ones overwrite them. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { keyOf } from './seal.ts'

export class WrongSecret extends Error {
  override name = 'WrongSecret'
}

/** While the secret is replaced, nothing may be encrypted with the old one. */
export class OtherServers extends Error {
  override name = 'OtherServers'

  constructor(count: number) {
    super(`Other programs have ${count} connections to the database. Stop all servers, and run this again.`)
  }
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
  throw wrongSecret()
}

const wrongSecret = () =>
  new WrongSecret(
    'SECRET is not the one that this database was made with. Set SECRET as it was before, or without SECRET put back ' +
      'the file "secret" in DATA_DIR. After an interrupted npm run rotate-secret, run it again. Nothing was changed.',
  )

/** Whether the database belongs to this secret. */
export async function hasFingerprintOf(tx: Tx, secret: string): Promise<boolean> {
  return (await selectFingerprint(tx)) === fingerprintOf(secret)
}

/** Throws WrongSecret when the database belongs to another secret than `from`. */
export async function replaceFingerprint(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql`UPDATE installation_secret SET fingerprint = ${fingerprintOf(to)}
    WHERE fingerprint = ${fingerprintOf(from)} RETURNING 1`.execute(tx)
  if (rows.length === 0) throw wrongSecret()
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
