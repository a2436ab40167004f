/** The log of their own logins that users can see, kept for 90 days. For display only. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { LoginMethod, Origin } from './login-method.ts'

const KEEP_DAYS = 90
const SHOWN_MAX = 100
const DELETE_BATCH = 100
const USER_AGENT_MAX = 300

export type LoginResult = 'ok' | 'wrong-password' | 'wrong-code' | 'second-factor-asked'
export type LoginEvent = {
  id: string
  method: LoginMethod
  result: LoginResult
  ip: string
  user_agent: string
  at: Date
}

export async function recordLogin(
  tx: Tx,
  login: { userId: string; method: LoginMethod; result: LoginResult; origin: Origin; now: Date },
): Promise<void> {
  const { userId, method, result, origin, now } = login
  const userAgent = origin.userAgent.slice(0, USER_AGENT_MAX)
  const oldest = new Date(now.getTime() - KEEP_DAYS * 86_400_000)
  await sql`
    WITH expired AS (
      DELETE FROM login_event WHERE id IN (SELECT id FROM login_event WHERE at < ${oldest} LIMIT ${DELETE_BATCH}))
    INSERT INTO login_event (id, user_id, method, result, ip, user_agent, at)
    VALUES (${newId(now.getTime())}, ${userId}, ${method}, ${result}, ${origin.ip.slice(0, 64)}, ${userAgent},
      ${now})`.execute(tx)
}

/** The newest first. */
export async function listLogins(tx: Tx, userId: string): Promise<LoginEvent[]> {
  const { rows } = await sql<LoginEvent>`
    SELECT id, method, result, ip, user_agent, at FROM login_event WHERE user_id = ${userId}
    ORDER BY at DESC, id DESC LIMIT ${SHOWN_MAX}`.execute(tx)
  return rows
}
