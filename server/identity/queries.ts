/** All SQL of the embedded provider that better-auth does not do: addresses, password changes, codes of mailed links,
 * known devices. Sessions are in session-queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type UserRow = { id: string; email: string; email_verified: boolean }
export type CodePurpose = 'verify' | 'change' | 'reset'
export type CodeRow = { code_hash: Buffer; user_id: string; email: string; expires_at: Date; purpose: CodePurpose }
type Tables = {
  identity_user: UserRow & { updated_at: Date }
  identity_email_code: CodeRow
  identity_account: { user_id: string; provider_id: string; password: string | null }
  known_device: { user_id: string; device_hash: Buffer; last_used_at: Date }
}

const FORGET_AT_ONCE = 100
const DEVICES_MAX = 50

const tables = (tx: Tx) => tx.withTables<Tables>()

const CODE_COLUMNS = ['code_hash', 'user_id', 'email', 'expires_at', 'purpose'] as const

export function selectUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tables(tx)
    .selectFrom('identity_user')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export function selectUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tables(tx)
    .selectFrom('identity_user')
    .select(['id', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** With the password hash; null when the user has no password. */
export function selectCredential(tx: Tx, email: string): Promise<(UserRow & { password: string | null }) | undefined> {
  return tables(tx)
    .selectFrom('identity_user as user')
    .leftJoin('identity_account as account', (join) =>
      join.onRef('account.user_id', '=', 'user.id').on('account.provider_id', '=', 'credential'),
    )
    .select(['user.id', 'user.email', 'user.email_verified', 'account.password'])
    .where('user.email', '=', email)
    .executeTakeFirst()
}

export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('identity_user').where('id', '=', userId).execute()
}

/** Also for a user without a password: a user who can read the mails of the address may set one. */
export async function upsertPassword(tx: Tx, id: string, userId: string, hash: string): Promise<void> {
  await sql`
    INSERT INTO identity_account (id, user_id, account_id, provider_id, password)
    VALUES (${id}, ${userId}, ${userId}, 'credential', ${hash})
    ON CONFLICT (provider_id, account_id) DO UPDATE SET password = excluded.password, updated_at = now()`.execute(tx)
}

export async function insertCode(tx: Tx, code: CodeRow, now: Date): Promise<void> {
  await tables(tx).insertInto('identity_email_code').values(code).execute()
  await sql`
    DELETE FROM identity_email_code WHERE code_hash IN (
      SELECT code_hash FROM identity_email_code WHERE expires_at < ${now} LIMIT ${FORGET_AT_ONCE})`.execute(tx)
}

export function selectCode(tx: Tx, codeHash: Buffer): Promise<CodeRow | undefined> {
  return tables(tx)
    .selectFrom('identity_email_code')
    .select(CODE_COLUMNS)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

/** Returns and deletes the code: of two concurrent requests only one gets it. */
export function takeCode(tx: Tx, codeHash: Buffer, purposes: readonly CodePurpose[]): Promise<CodeRow | undefined> {
  return tables(tx)
    .deleteFrom('identity_email_code')
    .where('code_hash', '=', codeHash)
    .where('purpose', 'in', purposes)
    .returning(CODE_COLUMNS)
    .executeTakeFirst()
}

/** Undefined when the user has another address by now. */
export function setEmailVerified(tx: Tx, userId: string, email: string): Promise<UserRow | undefined> {
  return tables(tx)
    .updateTable('identity_user')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning(['id', 'email', 'email_verified'])
    .executeTakeFirst()
}

/** Undefined when the address already belongs to another user. */
export async function changeEmail(tx: Tx, userId: string, email: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    UPDATE identity_user SET email = ${email}, email_verified = true, updated_at = now()
    WHERE id = ${userId} AND NOT EXISTS (SELECT 1 FROM identity_user WHERE email = ${email})
    RETURNING id, email, email_verified`.execute(tx)
  return rows[0]
}

export async function deleteCodesOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('identity_email_code').where('user_id', '=', userId).execute()
}

/** One query whether or not the address exists, so that both take equally long. */
export async function isDeviceKnown(tx: Tx, email: string, deviceHash: Buffer): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('known_device')
    .innerJoin('identity_user', 'identity_user.id', 'known_device.user_id')
    .select('known_device.user_id')
    .where('identity_user.email', '=', email)
    .where('known_device.device_hash', '=', deviceHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Only the user's most recently used devices are kept. */
export async function upsertDevice(tx: Tx, userId: string, deviceHash: Buffer, now: Date): Promise<void> {
  await sql`
    WITH kept AS (
      INSERT INTO known_device (user_id, device_hash, last_used_at) VALUES (${userId}, ${deviceHash}, ${now})
      ON CONFLICT (user_id, device_hash) DO UPDATE SET last_used_at = excluded.last_used_at)
    DELETE FROM known_device WHERE user_id = ${userId} AND device_hash IN (
      SELECT device_hash FROM known_device WHERE user_id = ${userId}
      ORDER BY last_used_at DESC OFFSET ${DEVICES_MAX})`.execute(tx)
}

export async function deleteDevices(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('known_device').where('user_id', '=', userId).execute()
}
