/** All SQL of the embedded provider that better-auth does not do: the check on every request, codes of mailed links.
 * Not making users, passwords and sessions; that is better-auth's. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type UserRow = { id: string; email: string; email_verified: boolean }
export type SessionRow = UserRow & { expires_at: Date }
type CodeRow = { code_hash: Buffer; user_id: string; email: string; expires_at: Date }
type Tables = {
  identity_user: UserRow
  identity_session: { token: string; user_id: string; expires_at: Date; created_at: Date }
  identity_email_code: CodeRow
}

const SESSIONS_MAX = 50
const FORGET_AT_ONCE = 100

const tables = (tx: Tx) => tx.withTables<Tables>()

export function selectSession(tx: Tx, token: string): Promise<SessionRow | undefined> {
  return tables(tx)
    .selectFrom('identity_session as session')
    .innerJoin('identity_user as user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.email', 'user.email_verified', 'session.expires_at'])
    .where('session.token', '=', token)
    .executeTakeFirst()
}

export async function extendSession(tx: Tx, token: string, expiresAt: Date): Promise<void> {
  await tables(tx).updateTable('identity_session').set({ expires_at: expiresAt }).where('token', '=', token).execute()
}

export async function deleteSession(tx: Tx, token: string): Promise<void> {
  await tables(tx).deleteFrom('identity_session').where('token', '=', token).execute()
}

/** Keeps this user's newest sessions, and forgets some that have run out, whosever they are. */
export async function trimSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    DELETE FROM identity_session WHERE id IN (
      (SELECT id FROM identity_session WHERE user_id = ${userId} ORDER BY created_at DESC OFFSET ${SESSIONS_MAX})
      UNION ALL
      (SELECT id FROM identity_session WHERE expires_at < ${now} LIMIT ${FORGET_AT_ONCE}))`.execute(tx)
}

export function selectUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tables(tx)
    .selectFrom('identity_user')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function isEmailInUse(tx: Tx, email: string): Promise<boolean> {
  const row = await tables(tx).selectFrom('identity_user').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('identity_user').where('id', '=', userId).execute()
}

export async function insertCode(tx: Tx, code: CodeRow, now: Date): Promise<void> {
  await tables(tx).insertInto('identity_email_code').values(code).execute()
  await sql`
    DELETE FROM identity_email_code WHERE code_hash IN (
      SELECT code_hash FROM identity_email_code WHERE expires_at < ${now} LIMIT ${FORGET_AT_ONCE})`.execute(tx)
}

/** The code, and from now on it is gone: of two that ask at once, one gets it. */
export function takeCode(tx: Tx, codeHash: Buffer): Promise<CodeRow | undefined> {
  return tables(tx)
    .deleteFrom('identity_email_code')
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst()
}

/** Undefined when the user has another address by now. */
export function setEmailVerified(tx: Tx, userId: string, email: string): Promise<UserRow | undefined> {
  return tables(tx)
    .updateTable('identity_user')
    .set({ email_verified: true })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning(['id', 'email', 'email_verified'])
    .executeTakeFirst()
}

export async function deleteCodesOf(tx: Tx, userId: string): Promise<void> {
  await tables(tx).deleteFrom('identity_email_code').where('user_id', '=', userId).execute()
}
