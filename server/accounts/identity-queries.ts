/** All SQL that inserts, deletes and lists the identities of users. Finding users by identity is queries.ts. */
import { type Generated, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

type IdentityTable = {
  id: Generated<string>
  issuer: string
  subject: string
  user_id: string
  created_at: Generated<Date>
  changed_at: Date | null
}
type Tables = { identity: IdentityTable }

/** Above the maximum per user. */
const IDENTITIES_READ = 50

const tables = (tx: Tx) => tx.withTables<Tables>()

/** Until the transaction ends no other transaction can change which identities this user has. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT id FROM person WHERE id = ${userId} FOR UPDATE`.execute(tx)
}

export function selectIdentities(tx: Tx, userId: string) {
  return tables(tx)
    .selectFrom('identity')
    .select(['id', 'issuer', 'subject', 'created_at', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(IDENTITIES_READ)
    .execute()
}

/** False when the identity already belongs to a user. */
export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: string; changedAt: Date | null },
): Promise<boolean> {
  const rows = await tables(tx)
    .insertInto('identity')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: identity.userId,
      changed_at: identity.changedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return rows.length === 1
}

export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await tables(tx).deleteFrom('identity').where('id', '=', identityId).execute()
}

export async function deleteIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('identity').where('user_id', '=', userId).execute()
}
