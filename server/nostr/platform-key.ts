/** The key this server signs with as itself on nostr: made once, kept in the database, its secret half sealed. With another
 * installation secret it cannot be opened; then there is a new one, and what the old one signed stays signed. */
import { sql } from 'kysely'
import { generateSecretKey, publicKeyOf, secretFromHex, secretToHex } from '#protocols/nostr/keys.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { createSeal } from '#server/platform/seal.ts'

export type PlatformKey = { pubkey: string; secretKey: Uint8Array }

type KeyDeps = { database: Database; clock: Clock; log: Log; secret: string }
type KeyRow = { pubkey: string; sealed_secret_key: Buffer }

export async function readPlatformKey({ database, clock, log, secret }: KeyDeps): Promise<PlatformKey> {
  const seal = createSeal([secret], 'peal nostr key')
  return database.transaction(async (tx) => {
    const known = await selectKey(tx)
    const secretHex = known === undefined ? null : seal.open(known.sealed_secret_key)
    if (known !== undefined && secretHex !== null) return { pubkey: known.pubkey, secretKey: secretFromHex(secretHex) }
    if (known !== undefined) {
      log.error('nostr-key-lost', { pubkey: known.pubkey, reason: 'It was sealed with another secret.' })
      await sql`DELETE FROM platform_key WHERE pubkey = ${known.pubkey}`.execute(tx)
    }
    const made = generateSecretKey()
    // Of two servers that start at once, one makes it and the other reads it.
    await sql`INSERT INTO platform_key (pubkey, sealed_secret_key, created_at)
      VALUES (${publicKeyOf(made)}, ${seal.close(secretToHex(made))}, ${clock.now()})
      ON CONFLICT DO NOTHING`.execute(tx)
    const kept = await selectKey(tx)
    return { pubkey: kept!.pubkey, secretKey: secretFromHex(seal.open(kept!.sealed_secret_key)!) }
  })
}

async function selectKey(tx: Tx): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`SELECT pubkey, sealed_secret_key FROM platform_key`.execute(tx)
  return rows[0]
}
