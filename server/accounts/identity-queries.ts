/** All SQL that inserts, deletes and lists the identities of users. Finding users by identity is queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

type IdentityRow = { id: string; issuer: string; subject: string; created_at: Date; changed_at: Date | null }

/** Above the maximum per user. */
const IDENTITIES_READ = 50

/** Until the transaction ends no other transaction can change which identities this user has. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT id FROM person WHERE id = ${userId} FOR UPDATE`.execute(tx)
}

export async function selectIdentities(tx: Tx, userId: string): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    SELECT id, issuer, subject, created_at, changed_at FROM identity WHERE user_id = ${userId}
    ORDER BY created_at, id LIMIT ${IDENTITIES_READ}`.execute(tx)
  return rows
}

/** False when the identity already belongs to a user. */
export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: string; changedAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO identity (issuer, subject, user_id, changed_at)
    VALUES (${identity.issuer}, ${identity.subject}, ${identity.userId}, ${identity.changedAt})
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(tx)
  return rows.length === 1
}

export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await sql`DELETE FROM identity WHERE id = ${identityId}`.execute(tx)
}

export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM identity WHERE user_id = ${userId}`.execute(tx)
}
