/** SQL of telling clients what this server can show. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Until the transaction ends: of servers that start at once, one tells and the others find it told. */
export async function lockHandler(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('nostr-handler'))`.execute(tx)
}
