/** All SQL that inserts, deletes and lists the identities of users. Finding users by identity is queries.ts. */
import { type Generated, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

type IdentityTable = {
  id: Generated<string>
  issuer: string
  subject: string
  person_id: string
  created_at: Generated<Date>
  changed_at: Date | null
}
type Tables = { identity: IdentityTable }

/** Above the maximum per user. */
const IDENTITIES_READ = 50

const tables = (tx: Tx) => tx.withTables<Tables>()

/** Until the transaction ends no other transaction can change which identities this user has. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await sql`SELECT id FROM person WHERE id = ${personId} FOR UPDATE`.execute(tx)
}

export function selectIdentities(tx: Tx, personId: string) {
  return tables(tx)
    .selectFrom('identity')
    .select(['id', 'issuer', 'subject', 'created_at', 'changed_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(IDENTITIES_READ)
    .execute()
}

/** False when the identity already belongs to a user. */
export async function insertIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; personId: string; changedAt: Date | null },
): Promise<boolean> {
  const rows = await tables(tx)
    .insertInto('identity')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      person_id: identity.personId,
      changed_at: identity.changedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .execute()
  return rows.length === 1
}

export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await tables(tx).deleteFrom('identity').where('id', '=', identityId).execute()
}

/** By the subject that its issuer uses. */
export async function deleteNamedIdentity(tx: Tx, issuer: string, subject: string): Promise<void> {
  await tables(tx).deleteFrom('identity').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}
