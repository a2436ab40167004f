/** Gives an artist or podcast, with everything in it, to another owner. Who may do so is server/teams. Terms stay in force,
 * in new versions: shares that nobody takes go to the new owner from now on. What waits by the versions before stays where it
 * is. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { selectFamilyIds } from '#server/catalog/content/queries.ts'
import { nameOutside } from './outside-queries.ts'
import * as queries from './version-queries.ts'

type Maker = { id: string; type: 'artist' | 'podcast' }
type Owners = { from: string; to: string }

/** The maker's content row is locked. Returns the ids of everything that belongs to it. A payment sees the owner and the terms
 * before or after this. */
export async function setOwner(tx: Tx, maker: Maker, owners: Owners, now: Date): Promise<readonly string[]> {
  // Waits for what is being added, which holds this row or shares it. Then the list is complete.
  await sql`UPDATE ${sql.table(maker.type)} SET user_id = ${owners.to} WHERE id = ${maker.id}`.execute(tx)
  const ids = await selectFamilyIds(tx, maker.id)
  await sql`SELECT FROM content WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  await sql`UPDATE content SET owner_id = ${owners.to} WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  await sql`UPDATE split_invitation SET owner_id = ${owners.to} WHERE content_id = ANY(${ids}::uuid[])`.execute(tx)
  await nameAddressesAgain(tx, ids, owners, now)
  for (const version of await queries.listCurrent(tx, ids)) {
    if (version.begun_at === null) await changePending(tx, version.id, owners)
    else await replaceVersion(tx, version, owners, now)
  }
  return ids
}

/** Lightning addresses elsewhere have an account for each owner. */
async function nameAddressesAgain(tx: Tx, ids: readonly string[], { from, to }: Owners, now: Date): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    SELECT DISTINCT o.address FROM split_version v JOIN split_share s ON s.version_id = v.id
    JOIN outside_recipient o ON o.id = s.user_id
    WHERE v.content_id = ANY(${ids}::uuid[]) AND v.ended_at IS NULL AND o.owner_id = ${from}
      AND o.address IS NOT NULL`.execute(tx)
  const addresses = rows.map(({ address }) => address)
  await nameOutside(tx, to, addresses, now)
}

/** The id that the same address has for the new owner; all others keep theirs. */
const idFor = ({ from, to }: Owners, userId: string) => sql`coalesce((
  SELECT n.id FROM outside_recipient o JOIN outside_recipient n ON n.address = o.address
  WHERE o.id = ${sql.ref(userId)} AND o.owner_id = ${from} AND n.owner_id = ${to}), ${sql.ref(userId)})`

/** The same terms and answers, with the new owner named in them. The new owner agrees by taking over. */
async function replaceVersion(tx: Tx, version: queries.VersionRow, owners: Owners, now: Date): Promise<void> {
  const id = newId()
  await sql`UPDATE split_version SET ended_at = ${now} WHERE id = ${version.id}`.execute(tx)
  await queries.insertVersion(tx, { ...version, id, owner_id: owners.to, created_at: now, begun_at: now })
  await sql`
    INSERT INTO split_share (id, version_id, user_id, position, share, state, is_lowered, invited_at, decided_at)
    SELECT gen_random_uuid(), ${id}::uuid, ${idFor(owners, 's.user_id')}, s.position, s.share,
      CASE WHEN s.user_id = ${owners.to} THEN 'agreed' ELSE s.state END, s.is_lowered, s.invited_at,
      CASE WHEN s.user_id = ${owners.to} THEN ${now}::timestamptz ELSE s.decided_at END
    FROM split_share s WHERE s.version_id = ${version.id} AND s.position IS NOT NULL`.execute(tx)
  await sql`
    UPDATE split_recipient SET version_id = ${id}, user_id = ${idFor(owners, 'split_recipient.user_id')}
    WHERE version_id = ${version.id}`.execute(tx)
}

/** Nobody was paid by terms that have not begun. */
async function changePending(tx: Tx, versionId: string, owners: Owners): Promise<void> {
  await sql`UPDATE split_version SET owner_id = ${owners.to} WHERE id = ${versionId}`.execute(tx)
  await sql`
    UPDATE split_share SET user_id = ${idFor(owners, 'split_share.user_id')} WHERE version_id = ${versionId}`.execute(
    tx,
  )
}
