/** All SQL about users, their names, and lookup by identity. Adding and removing identities is identity-queries.ts. */
import { type Generated, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

type PersonTable = {
  id: string
  username: string
  username_is_generated: boolean
  display_name: string | null
  email: string | null
  email_verified: boolean
  amp_msat: bigint
  artwork_key: string | null
  lightning_address: string | null
  is_locked: boolean
  held_by_owner_at: Date | null
  credentials_changed_at: Date | null
  mail_counts_since: Date | null
  is_admin: boolean
  region_verified_at: Date | null
  language: string | null
  theme: string | null
  created_at: Date
  deleted_at: Date | null
}
type Tables = {
  person: PersonTable
  identity: { issuer: string; subject: string; person_id: string; created_at: Generated<Date> }
  given_username: { skeleton: string; username: string; person_id: string }
}
export type PersonRow = PersonTable
export type NewPersonRow = Pick<
  PersonRow,
  'id' | 'username' | 'username_is_generated' | 'email' | 'email_verified' | 'language' | 'created_at'
>

const ISSUERS_MAX = 50

const tables = (tx: Tx) => tx.withTables<Tables>()

const PERSON_COLUMNS = (
  [
    'id',
    'username',
    'username_is_generated',
    'display_name',
    'email',
    'email_verified',
    'amp_msat',
    'artwork_key',
    'lightning_address',
    'is_locked',
    'held_by_owner_at',
    'credentials_changed_at',
    'mail_counts_since',
    'is_admin',
    'region_verified_at',
    'language',
    'theme',
    'created_at',
    'deleted_at',
  ] as const
).map((column) => `person.${column}` as const)

export function selectPerson(tx: Tx, personId: string): Promise<PersonRow | undefined> {
  return tables(tx).selectFrom('person').select(PERSON_COLUMNS).where('id', '=', personId).executeTakeFirst()
}

export function selectPersonForUpdate(tx: Tx, personId: string): Promise<PersonRow | undefined> {
  return tables(tx)
    .selectFrom('person')
    .select(PERSON_COLUMNS)
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
}

export function selectPersonByIdentity(tx: Tx, issuer: string, subject: string): Promise<PersonRow | undefined> {
  return tables(tx)
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select(PERSON_COLUMNS)
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst()
}

/** The identities that belong to a user, with the user, in any order. */
export function selectPeopleByIdentities(
  tx: Tx,
  identities: readonly { issuer: string; subject: string }[],
): Promise<(PersonRow & { issuer: string; subject: string })[]> {
  return tables(tx)
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select(PERSON_COLUMNS)
    .select(['identity.issuer', 'identity.subject'])
    .where('identity.subject', 'in', [...new Set(identities.map(({ subject }) => subject))])
    .where('identity.issuer', 'in', [...new Set(identities.map(({ issuer }) => issuer))])
    .execute()
}

export async function selectIssuers(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('identity')
    .select('issuer')
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .limit(ISSUERS_MAX)
    .execute()
  return rows.map(({ issuer }) => issuer)
}

export function selectPeopleByUsernames(tx: Tx, usernames: readonly string[]): Promise<PersonRow[]> {
  return tables(tx)
    .selectFrom('person')
    .select(PERSON_COLUMNS)
    .where(sql<boolean>`username = ANY(${usernames})`)
    .where('deleted_at', 'is', null)
    .execute()
}

export function selectPeople(tx: Tx, personIds: readonly string[]): Promise<PersonRow[]> {
  return tables(tx)
    .selectFrom('person')
    .select(PERSON_COLUMNS)
    .where(sql<boolean>`id = ANY(${personIds}::uuid[])`)
    .execute()
}

export async function selectDeletedPeople(tx: Tx, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM person WHERE id = ANY(${personIds}::uuid[]) AND deleted_at IS NOT NULL`.execute(tx)
  return rows.map(({ id }) => id)
}

/** True when the name now belongs to this user: it is new, or the user had it before. */
export async function insertGivenUsername(
  tx: Tx,
  name: { skeleton: string; username: string; personId: string },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO given_username (skeleton, username, person_id)
    VALUES (${name.skeleton}, ${name.username}, ${name.personId})
    ON CONFLICT (skeleton) DO UPDATE SET username = EXCLUDED.username
      WHERE given_username.person_id = EXCLUDED.person_id
    RETURNING 1`.execute(tx)
  return rows.length === 1
}

export async function isUsernameGiven(tx: Tx, skeleton: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('given_username')
    .select('person_id')
    .where('skeleton', '=', skeleton)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPerson(tx: Tx, row: NewPersonRow): Promise<void> {
  await tables(tx)
    .insertInto('person')
    .values(row as never)
    .execute()
}

export async function selectPeopleLike(tx: Tx, search: string, limit: number): Promise<PersonRow[]> {
  return tables(tx)
    .selectFrom('person')
    .select(PERSON_COLUMNS)
    .where((where) =>
      where.or([where('email', '=', search), where('username', 'like', `${search.replaceAll(/[\\%_]/g, '\\$&')}%`)]),
    )
    .orderBy('username')
    .limit(limit)
    .execute()
}

export async function updateAdmin(tx: Tx, personId: string, isAdmin: boolean): Promise<void> {
  await sql`UPDATE person SET is_admin = ${isAdmin} WHERE id = ${personId}`.execute(tx)
}

export async function updateLightningAddress(tx: Tx, personId: string, address: string | null): Promise<void> {
  await sql`UPDATE person SET lightning_address = ${address} WHERE id = ${personId} AND deleted_at IS NULL`.execute(tx)
}

export async function updateUsername(tx: Tx, personId: string, username: string): Promise<void> {
  await tables(tx)
    .updateTable('person')
    .set({ username, username_is_generated: false })
    .where('id', '=', personId)
    .execute()
}

/** A different address is a new factor; confirming the same one is not. */
export async function updateEmail(
  tx: Tx,
  personId: string,
  { email, isVerified, now }: { email: string | null; isVerified: boolean; now: Date },
): Promise<void> {
  await sql`
    UPDATE person SET email = ${email}, email_verified = ${isVerified},
      mail_counts_since = CASE WHEN email IS DISTINCT FROM ${email} THEN ${now}::timestamptz ELSE mail_counts_since END,
      credentials_changed_at = CASE WHEN email IS DISTINCT FROM ${email} THEN ${now}::timestamptz
        ELSE credentials_changed_at END
    WHERE id = ${personId} AND deleted_at IS NULL`.execute(tx)
}
