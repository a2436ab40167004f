/** The key with which this server signs nostr events: created once, stored in the database, its secret half encrypted with
 * the installation secret. platform/secrets/installation-secret.ts ensures that a server starts with the right secret. */
import { sql } from 'kysely'
import { generateSecretKey, publicKeyOf, secretFromHex, secretToHex } from '#protocols/nostr/keys.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { createSeal, type Reseal, type Seal } from '#server/platform/secrets/seal.ts'

export type PlatformKey = { pubkey: string; secretKey: Uint8Array }

type KeyDeps = { database: Database; clock: Clock; secret: string }
type KeyRow = { pubkey: string; sealed_secret_key: Buffer }

/** Throws when the key was encrypted with another secret; the row is never replaced. */
export async function readPlatformKey({ database, clock, secret }: KeyDeps): Promise<PlatformKey> {
  const seal = sealOf(secret)
  return database.transaction(async (tx) => {
    const known = await selectKey(tx)
    if (known !== undefined) return openKey(seal, known)
    const made = generateSecretKey()
    // Of two servers that start together, one creates the key and the other reads it.
    await sql`INSERT INTO platform_key (pubkey, sealed_secret_key, created_at)
      VALUES (${publicKeyOf(made)}, ${seal.close(secretToHex(made))}, ${clock.now()})
      ON CONFLICT DO NOTHING`.execute(tx)
    return openKey(seal, (await selectKey(tx))!)
  })
}

/** Whether the key opens with this secret; also true when there is no key yet. */
export async function opensPlatformKey(tx: Tx, secret: string): Promise<boolean> {
  const known = await selectKey(tx)
  return known === undefined || sealOf(secret).open(known.sealed_secret_key) !== null
}

const PURPOSE = 'peal nostr key'

export async function resealPlatformKey(tx: Tx, resealOf: Reseal): Promise<void> {
  const known = await selectKey(tx)
  if (known === undefined) return
  await sql`UPDATE platform_key SET sealed_secret_key = ${resealOf(PURPOSE)(known.sealed_secret_key)}`.execute(tx)
}

const sealOf = (secret: string) => createSeal([secret], PURPOSE)

function openKey(seal: Seal, { pubkey, sealed_secret_key: sealed }: KeyRow): PlatformKey {
  const secretHex = seal.open(sealed)
  if (secretHex === null) throw new Error(`The nostr key ${pubkey} of this server was encrypted with another SECRET`)
  return { pubkey, secretKey: secretFromHex(secretHex) }
}

async function selectKey(tx: Tx): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`SELECT pubkey, sealed_secret_key FROM platform_key`.execute(tx)
  return rows[0]
}
