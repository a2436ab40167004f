/** SQL of the nostr keys that are blocked on the whole server. Keys that an owner blocks for their own content are in
 * the same table with that owner, and belong to the comments module (nostr-block-queries.ts). */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type ServerBlock = { pubkey: string; reason: string; since: Date }

/** Blocking a key again replaces the reason. */
export async function upsertServerBlock(tx: Tx, { pubkey, reason, since }: ServerBlock): Promise<void> {
  await sql`
    INSERT INTO blocked_nostr_key (owner_id, pubkey, reason, created_at) VALUES (NULL, ${pubkey}, ${reason}, ${since})
    ON CONFLICT (owner_id, pubkey) DO UPDATE SET reason = excluded.reason`.execute(tx)
}

/** False when the key was not blocked. */
export async function deleteServerBlock(tx: Tx, pubkey: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM blocked_nostr_key WHERE owner_id IS NULL AND pubkey = ${pubkey} RETURNING 1`.execute(tx)
  return rows.length > 0
}

export async function isBlockedByServer(tx: Tx, pubkey: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM blocked_nostr_key WHERE owner_id IS NULL AND pubkey = ${pubkey}`.execute(tx)
  return rows.length > 0
}

/** Without this key. */
export async function countServerBlocks(tx: Tx, pubkey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM blocked_nostr_key WHERE owner_id IS NULL AND pubkey <> ${pubkey}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The newest first. */
export async function selectServerBlocks(
  tx: Tx,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<ServerBlock[]> {
  const { rows } = await sql<ServerBlock>`
    SELECT pubkey, reason, created_at AS since FROM blocked_nostr_key WHERE owner_id IS NULL
    ORDER BY created_at DESC, pubkey OFFSET ${offset} LIMIT ${limit}`.execute(tx)
  return rows
}
