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
  identity: { issuer: string; subject: string; user_id: string; created_at: Generated<Date> }
  given_username: { skeleton: string; username: string; user_id: string }
}
export type UserRow = PersonTable
export type NewUserRow = Pick<
  UserRow,
  'id' | 'username' | 'username_is_generated' | 'email' | 'email_verified' | 'language' | 'created_at'
> & { password_hash: string | null }

const ISSUERS_MAX = 50

const tables = (tx: Tx) => tx.withTables<Tables>()

const USER_COLUMNS = (
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

export function selectUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tables(tx).selectFrom('person').select(USER_COLUMNS).where('id', '=', userId).executeTakeFirst()
}

export function selectUserForUpdate(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tables(tx).selectFrom('person').select(USER_COLUMNS).where('id', '=', userId).forUpdate().executeTakeFirst()
}

export function selectUserByIdentity(tx: Tx, issuer: string, subject: string): Promise<UserRow | undefined> {
  return tables(tx)
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.user_id')
    .select(USER_COLUMNS)
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst()
}

export async function selectIssuers(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom('identity')
    .select('issuer')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(ISSUERS_MAX)
    .execute()
  return rows.map(({ issuer }) => issuer)
}

export function selectUsersByUsernames(tx: Tx, usernames: readonly string[]): Promise<UserRow[]> {
  return tables(tx)
    .selectFrom('person')
    .select(USER_COLUMNS)
    .where(sql<boolean>`username = ANY(${usernames})`)
    .where('deleted_at', 'is', null)
    .execute()
}

export function selectUsers(tx: Tx, userIds: readonly string[]): Promise<UserRow[]> {
  return tables(tx)
    .selectFrom('person')
    .select(USER_COLUMNS)
    .where(sql<boolean>`id = ANY(${userIds}::uuid[])`)
    .execute()
}

export async function selectDeletedUsers(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM person WHERE id = ANY(${userIds}::uuid[]) AND deleted_at IS NOT NULL`.execute(tx)
  return rows.map(({ id }) => id)
}

/** True when the name now belongs to this user: it is new, or the user had it before. */
export async function insertAssignedUsername(
  tx: Tx,
  name: { skeleton: string; username: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO given_username (skeleton, username, user_id)
    VALUES (${name.skeleton}, ${name.username}, ${name.userId})
    ON CONFLICT (skeleton) DO UPDATE SET username = EXCLUDED.username
      WHERE given_username.user_id = EXCLUDED.user_id
    RETURNING 1`.execute(tx)
  return rows.length === 1
}

export async function isUsernameAssigned(tx: Tx, skeleton: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('given_username')
    .select('user_id')
    .where('skeleton', '=', skeleton)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertUser(tx: Tx, row: NewUserRow): Promise<void> {
  await tables(tx)
    .insertInto('person')
    .values(row as never)
    .execute()
}

export async function selectUsersLike(tx: Tx, search: string, limit: number): Promise<UserRow[]> {
  return tables(tx)
    .selectFrom('person')
    .select(USER_COLUMNS)
    .where((where) =>
      where.or([where('email', '=', search), where('username', 'like', `${search.replaceAll(/[\\%_]/g, '\\$&')}%`)]),
    )
    .orderBy('username')
    .limit(limit)
    .execute()
}

export async function updateAdmin(tx: Tx, userId: string, isAdmin: boolean): Promise<void> {
  await sql`UPDATE person SET is_admin = ${isAdmin} WHERE id = ${userId}`.execute(tx)
}

export async function updateLightningAddress(tx: Tx, userId: string, address: string | null): Promise<void> {
  await sql`UPDATE person SET lightning_address = ${address} WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

export async function updateUsername(tx: Tx, userId: string, username: string): Promise<void> {
  await tables(tx)
    .updateTable('person')
    .set({ username, username_is_generated: false })
    .where('id', '=', userId)
    .execute()
}
