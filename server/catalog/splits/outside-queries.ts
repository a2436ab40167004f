/** SQL of outside recipients: Lightning addresses on other servers that splits name. Where splits, terms and legs have the id of
 * a user, such a recipient has the id of its row. What is paid to it: server/payments/outside. */
import { sql } from 'kysely'
import { readUserSummaries } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Splits of this owner name these addresses now. Returns their ids. */
export async function nameOutside(
  tx: Tx,
  ownerId: string,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ id: string; address: string }>`
    INSERT INTO outside_recipient (id, owner_id, address, created_at, named_at)
    SELECT gen_random_uuid(), ${ownerId}, address, ${now}, ${now}
    FROM unnest(${addresses.toSorted()}::text[]) wanted (address)
    ON CONFLICT (owner_id, address) DO UPDATE SET named_at = excluded.named_at
    RETURNING id, coalesce(address, '') AS address`.execute(tx)
  return new Map(rows.map(({ id, address }) => [address, id]))
}

export type PartnerName = { username: string; displayName: string | null; isOutside?: true }

/** What the recipients of splits are called: users by their names, others by their address. */
export async function readPartnerNames(tx: Tx, ids: readonly string[]): Promise<Map<string, PartnerName>> {
  const names = new Map<string, PartnerName>(await readUserSummaries(tx, ids))
  const others = ids.filter((id) => !names.has(id))
  if (others.length === 0) return names
  const { rows } = await sql<{ id: string; address: string }>`
    SELECT id, coalesce(address, '') AS address FROM outside_recipient WHERE id = ANY(${others}::uuid[])`.execute(tx)
  for (const { id, address } of rows) names.set(id, { username: address, displayName: null, isOutside: true })
  return names
}

/** The owner's account is deleted: their recipients are not known any more. */
export async function leaveOutside(tx: Tx, ownerId: string): Promise<void> {
  await sql`UPDATE outside_recipient SET address = NULL WHERE owner_id = ${ownerId}`.execute(tx)
}
