/** All SQL that changes which identities are a person's, or lists them. Finding people by them is queries.ts. */
import { type Generated, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

type IdentityTable = {
  id: Generated<string>
  issuer: string
  subject: string
  person_id: string
  created_at: Generated<Date>
}
type Tables = { identity: IdentityTable }

/** Above the most that one person may have. */
const IDENTITIES_READ = 50

const tables = (tx: Tx) => tx.withTables<Tables>()

/** Until the transaction ends nobody else changes which identities are this person's. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await sql`SELECT id FROM person WHERE id = ${personId} FOR UPDATE`.execute(tx)
}

export function selectIdentities(tx: Tx, personId: string) {
  return tables(tx)
    .selectFrom('identity')
    .select(['id', 'issuer', 'subject', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(IDENTITIES_READ)
    .execute()
}

export async function insertIdentity(
  tx: Tx,
  row: { issuer: string; subject: string; person_id: string },
): Promise<void> {
  await tables(tx)
    .insertInto('identity')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await tables(tx).deleteFrom('identity').where('id', '=', identityId).execute()
}
