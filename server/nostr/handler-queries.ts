/** SQL of announcing this server as a handler to nostr clients. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

/** Holds a lock until the transaction ends: of servers that start together, only one publishes. */
export async function lockHandler(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('nostr-handler'))`.execute(tx)
}
