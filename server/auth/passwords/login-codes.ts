/** Codes that a login requires besides the password after too many wrong ones: created, tried, consumed. A user can have
 * several valid codes at a time. Mailing them is passwords.ts; when one is required is decided in
 * server/auth/login/sign-in.ts. */
import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteExpired } from '#server/platform/database/expired.ts'

/** Mail delivery can take several minutes. */
const LIFE_MS = 1_800_000
const TRIES_MAX = 5

type Code = { userId: string; code: string }

/** Creates the code to mail. */
export async function makeLoginCode(tx: Tx, key: Buffer, userId: string, now: Date): Promise<string> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await sql`
    INSERT INTO login_code (code_hash, user_id, expires_at) VALUES (${hashOf(key, { userId, code })}, ${userId}, ${expiresAt})
    ON CONFLICT (code_hash) DO UPDATE SET tries = 0, expires_at = excluded.expires_at`.execute(tx)
  await deleteExpired(tx, { table: 'login_code', key: 'code_hash' }, now)
  return code
}

/** Whether this code is valid. A wrong one counts as an attempt for each valid code of the user. A right one deletes
 * all of them; of two concurrent requests with it only one succeeds. */
export async function consumeLoginCode(tx: Tx, key: Buffer, { userId, code }: Code, now: Date): Promise<boolean> {
  const { rows } = await sql<{ code_hash: Buffer }>`
    UPDATE login_code SET tries = tries + 1
    WHERE user_id = ${userId} AND expires_at > ${now} AND tries < ${TRIES_MAX} RETURNING code_hash`.execute(tx)
  const hash = hashOf(key, { userId, code })
  if (!rows.some((row) => row.code_hash.equals(hash))) return false
  const { numAffectedRows } = await sql`DELETE FROM login_code WHERE code_hash = ${hash}`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await deleteLoginCodes(tx, userId)
  return true
}

export async function deleteLoginCodes(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM login_code WHERE user_id = ${userId}`.execute(tx)
}

function hashOf(key: Buffer, { userId, code }: Code): Buffer {
  return createHmac('sha256', key).update(`${userId} ${code}`).digest()
}
