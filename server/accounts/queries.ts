/** All SQL about users, their names, and lookup by identity. Adding and removing identities is identity-queries.ts. */
import { sql } from 'kysely'
import type { OperatorRole } from '#contract/roles.ts'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type UserRow = {
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
  operator_role: OperatorRole | null
  region_verified_at: Date | null
  language: string | null
  theme: string | null
  created_at: Date
  deleted_at: Date | null
}
export type NewUserRow = Pick<
  UserRow,
  'id' | 'username' | 'username_is_generated' | 'email' | 'email_verified' | 'language' | 'created_at'
> & { password_hash: string | null }

const ISSUERS_MAX = 50

const USER_COLUMNS = columnList(
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
    'operator_role',
    'region_verified_at',
    'language',
    'theme',
    'created_at',
    'deleted_at',
  ],
  'person',
)

export async function selectUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`SELECT ${USER_COLUMNS} FROM person WHERE id = ${userId}`.execute(tx)
  return rows[0]
}

export async function selectUserForUpdate(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`SELECT ${USER_COLUMNS} FROM person WHERE id = ${userId} FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function selectUserByIdentity(tx: Tx, issuer: string, subject: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT ${USER_COLUMNS} FROM identity JOIN person ON person.id = identity.user_id
    WHERE identity.issuer = ${issuer} AND identity.subject = ${subject}`.execute(tx)
  return rows[0]
}

export async function selectIssuers(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ issuer: string }>`
    SELECT issuer FROM identity WHERE user_id = ${userId} ORDER BY created_at LIMIT ${ISSUERS_MAX}`.execute(tx)
  return rows.map(({ issuer }) => issuer)
}

export async function selectUsersByUsernames(tx: Tx, usernames: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    SELECT ${USER_COLUMNS} FROM person WHERE username = ANY(${usernames}) AND deleted_at IS NULL`.execute(tx)
  return rows
}

export async function selectUsers(tx: Tx, userIds: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    SELECT ${USER_COLUMNS} FROM person WHERE id = ANY(${userIds}::uuid[])`.execute(tx)
  return rows
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
  const { rows } = await sql`SELECT FROM given_username WHERE skeleton = ${skeleton}`.execute(tx)
  return rows.length > 0
}

export async function insertUser(tx: Tx, row: NewUserRow): Promise<void> {
  await sql`INSERT INTO person ${rowValues(row)}`.execute(tx)
}

export async function selectUsersLike(tx: Tx, search: string, limit: number): Promise<UserRow[]> {
  const prefix = `${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<UserRow>`
    SELECT ${USER_COLUMNS} FROM person WHERE email = ${search} OR username LIKE ${prefix}
    ORDER BY username LIMIT ${limit}`.execute(tx)
  return rows
}

export async function updateLightningAddress(tx: Tx, userId: string, address: string | null): Promise<void> {
  await sql`UPDATE person SET lightning_address = ${address} WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

export async function updateUsername(tx: Tx, userId: string, username: string): Promise<void> {
  await sql`UPDATE person SET username = ${username}, username_is_generated = false WHERE id = ${userId}`.execute(tx)
}
