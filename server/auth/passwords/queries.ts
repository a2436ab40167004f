/** All SQL of email addresses and passwords (columns of `person`), codes of mailed links, and known devices. Only these
 * functions write an address or a password, except for the insertion and anonymisation of users in server/accounts. */
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteExpired } from '#server/platform/database/expired.ts'

/** A user with a password. */
export type LoginRow = { id: string; email: string; email_verified: boolean; language: Language | null }
export type CodePurpose = 'verify' | 'change' | 'reset'
export type CodeRow = { code_hash: Buffer; user_id: string; email: string; expires_at: Date; purpose: CodePurpose }

const DEVICES_MAX = 50

const LOGIN_COLUMNS = columnList(['id', 'email', 'email_verified', 'language'])
const CODE_COLUMNS = columnList(['code_hash', 'user_id', 'email', 'expires_at', 'purpose'])

export async function selectLogin(tx: Tx, userId: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    SELECT ${LOGIN_COLUMNS} FROM person WHERE id = ${userId} AND password_hash IS NOT NULL`.execute(tx)
  return rows[0]
}

export async function selectLoginByEmail(tx: Tx, email: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    SELECT ${LOGIN_COLUMNS} FROM person WHERE email = ${email} AND password_hash IS NOT NULL`.execute(tx)
  return rows[0]
}

export async function selectPasswordHash(tx: Tx, email: string): Promise<{ id: string; hash: string } | undefined> {
  const { rows } = await sql<{ id: string; hash: string }>`
    SELECT id, password_hash AS hash FROM person WHERE email = ${email} AND password_hash IS NOT NULL`.execute(tx)
  return rows[0]
}

/** False when the user has no password. With `former`, only that hash is replaced. */
export async function updatePassword(tx: Tx, userId: string, hash: string, former?: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE person SET password_hash = ${hash}
    WHERE id = ${userId} AND password_hash IS NOT NULL
      AND (${former ?? null}::text IS NULL OR password_hash = ${former ?? null})`.execute(tx)
  return numAffectedRows === 1n
}

/** False when the user has another hash by now. */
export async function lockPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM person WHERE id = ${userId} AND password_hash = ${hash} FOR SHARE`.execute(tx)
  return rows.length === 1
}

/** False when the user has a password already. */
export async function addPassword(
  tx: Tx,
  userId: string,
  { email, hash, now }: { email: string; hash: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM person WHERE id = ${userId} AND password_hash IS NULL AND deleted_at IS NULL FOR UPDATE`.execute(tx)
  if (rows.length === 0) return false
  await updateEmail(tx, userId, { email, isVerified: false, now })
  await sql`UPDATE person SET password_hash = ${hash} WHERE id = ${userId}`.execute(tx)
  return true
}

export async function removePassword(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE person SET password_hash = NULL WHERE id = ${userId}`.execute(tx)
}

/** A different address is a new factor; confirming the same one is not. */
export async function updateEmail(
  tx: Tx,
  userId: string,
  { email, isVerified, now }: { email: string | null; isVerified: boolean; now: Date },
): Promise<void> {
  await sql`
    UPDATE person SET email = ${email}, email_verified = ${isVerified},
      mail_counts_since = CASE WHEN email IS DISTINCT FROM ${email} THEN ${now}::timestamptz ELSE mail_counts_since END,
      credentials_changed_at = CASE WHEN email IS DISTINCT FROM ${email} THEN ${now}::timestamptz
        ELSE credentials_changed_at END
    WHERE id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

/** False when the user has another address by now, or no password. */
export async function setEmailVerified(tx: Tx, userId: string, email: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE person SET email_verified = true
    WHERE id = ${userId} AND email = ${email} AND password_hash IS NOT NULL`.execute(tx)
  return numAffectedRows === 1n
}

export async function insertCode(tx: Tx, code: CodeRow, now: Date): Promise<void> {
  await sql`INSERT INTO email_code ${rowValues(code)}`.execute(tx)
  await deleteExpired(tx, { table: 'email_code', key: 'code_hash' }, now)
}

export async function selectCode(tx: Tx, codeHash: Buffer): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`SELECT ${CODE_COLUMNS} FROM email_code WHERE code_hash = ${codeHash}`.execute(tx)
  return rows[0]
}

/** Returns and deletes the code: of two concurrent requests only one gets it. */
export async function consumeCode(
  tx: Tx,
  codeHash: Buffer,
  purposes: readonly CodePurpose[],
): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    DELETE FROM email_code WHERE code_hash = ${codeHash} AND purpose = ANY(${purposes}::text[])
    RETURNING ${CODE_COLUMNS}`.execute(tx)
  return rows[0]
}

export async function deleteCodesOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM email_code WHERE user_id = ${userId}`.execute(tx)
}

/** One query whether or not the address exists, so that both take equally long. */
export async function isDeviceKnown(tx: Tx, email: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM known_device JOIN person ON person.id = known_device.user_id
    WHERE person.email = ${email} AND person.password_hash IS NOT NULL
      AND known_device.device_hash = ${deviceHash}`.execute(tx)
  return rows.length > 0
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
  await sql`DELETE FROM known_device WHERE user_id = ${userId}`.execute(tx)
}
