/** SQL of the nostr keys that owners have blocked on the pages of their content. Keys blocked on the whole server are
 * in the same table without an owner, and belong to the relay module (blocked-key-queries.ts). */
import { sql } from 'kysely'
import { BLOCKED_MAX } from '#contract/community/blocks.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** False when the list is full. An existing entry stays as it is. */
export async function insertNostrBlock(
  tx: Tx,
  { ownerId, pubkey, now }: { ownerId: string; pubkey: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM blocked_nostr_key WHERE owner_id = ${ownerId} AND pubkey <> ${pubkey}`.execute(
    tx,
  )
  if ((rows[0]?.count ?? 0) >= BLOCKED_MAX) return false
  await sql`
    INSERT INTO blocked_nostr_key (owner_id, pubkey, created_at) VALUES (${ownerId}, ${pubkey}, ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
  return true
}

export async function deleteNostrBlock(tx: Tx, ownerId: string, pubkey: string): Promise<void> {
  await sql`DELETE FROM blocked_nostr_key WHERE owner_id = ${ownerId} AND pubkey = ${pubkey}`.execute(tx)
}

/** Newest first. */
export async function selectNostrBlocks(tx: Tx, ownerId: string): Promise<{ pubkey: string; since: Date }[]> {
  const { rows } = await sql<{ pubkey: string; since: Date }>`
    SELECT pubkey, created_at AS since FROM blocked_nostr_key WHERE owner_id = ${ownerId}
    ORDER BY created_at DESC, pubkey LIMIT ${BLOCKED_MAX}`.execute(tx)
  return rows
}

export async function deleteNostrBlocksOf(tx: Tx, ownerId: string): Promise<void> {
  await sql`DELETE FROM blocked_nostr_key WHERE owner_id = ${ownerId}`.execute(tx)
}
