/** All SQL about sessions. A session belongs to an identity, and through it to a user. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { IdentityKey, LoginMethod } from './login-method.ts'

export type SessionRow = {
  id: string
  issuer: string
  subject: string
  method: LoginMethod
  second_factor: boolean
  ip: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  authenticated_at: Date
  expires_at: Date
}
export type FoundSession = SessionRow & { user_id: string }

const SESSIONS_MAX = 50
const DELETE_BATCH = 100

/** Also deletes the identity's oldest sessions beyond the limit, and some expired sessions of any user. */
export async function insertSession(tx: Tx, row: SessionRow & { token_hash: Buffer }): Promise<void> {
  const { issuer, subject, created_at: now } = row
  await sql`
    WITH expired AS (
      DELETE FROM login_session WHERE id IN (
        (SELECT id FROM login_session WHERE issuer = ${issuer} AND subject = ${subject}
          ORDER BY last_seen_at DESC, id DESC OFFSET ${SESSIONS_MAX - 1})
        UNION ALL
        (SELECT id FROM login_session WHERE expires_at < ${now} LIMIT ${DELETE_BATCH})))
    INSERT INTO login_session (id, token_hash, issuer, subject, method, second_factor, ip, user_agent, created_at,
      last_seen_at, authenticated_at, expires_at)
    VALUES (${row.id}, ${row.token_hash}, ${issuer}, ${subject}, ${row.method}, ${row.second_factor}, ${row.ip},
      ${row.user_agent}, ${now}, ${row.last_seen_at}, ${row.authenticated_at}, ${row.expires_at})`.execute(tx)
}

/** In the order of the hashes; undefined where there is no session. */
export async function selectSessions(tx: Tx, tokenHashes: readonly Buffer[]): Promise<(FoundSession | undefined)[]> {
  const { rows } = await sql<FoundSession & { token_hash: Buffer }>`
    SELECT session.token_hash, session.id, session.issuer, session.subject, session.method, session.second_factor,
      session.ip, session.user_agent, session.created_at, session.last_seen_at, session.authenticated_at,
      session.expires_at, identity.user_id
    FROM login_session session JOIN identity USING (issuer, subject)
    WHERE session.token_hash = ANY(${tokenHashes}::bytea[])`.execute(tx)
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
  return tokenHashes.map((hash) => byHash.get(hash.toString('hex')))
}

export async function touchSession(tx: Tx, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await sql`UPDATE login_session SET last_seen_at = ${seenAt}, expires_at = ${expiresAt} WHERE id = ${id}`.execute(tx)
}

export async function updateAuthenticatedAt(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE login_session SET authenticated_at = ${now} WHERE id = ${id}`.execute(tx)
}

export async function selectSessionsOf(tx: Tx, userId: string, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.issuer, s.subject, s.method, s.second_factor, s.ip, s.user_agent, s.created_at, s.last_seen_at,
      s.authenticated_at, s.expires_at
    FROM login_session s JOIN identity USING (issuer, subject)
    WHERE identity.user_id = ${userId} AND s.expires_at > ${now}
    ORDER BY s.last_seen_at DESC, s.id DESC LIMIT ${SESSIONS_MAX}`.execute(tx)
  return rows
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM login_session WHERE id = ${id}`.execute(tx)
}

/** Returns how many there were. */
export async function deleteSessionsOf(
  tx: Tx,
  userId: string,
  which: { only?: string; except?: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM login_session s USING identity
    WHERE identity.user_id = ${userId} AND s.issuer = identity.issuer AND s.subject = identity.subject
      AND (${which.only ?? null}::uuid IS NULL OR s.id = ${which.only ?? null}::uuid)
      AND (${which.except ?? null}::uuid IS NULL OR s.id <> ${which.except ?? null}::uuid)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteSessionsOfIdentity(tx: Tx, { issuer, subject }: IdentityKey): Promise<void> {
  await sql`DELETE FROM login_session WHERE issuer = ${issuer} AND subject = ${subject}`.execute(tx)
}

export async function clearSecondFactor(tx: Tx, userId: string): Promise<void> {
  await sql`
    UPDATE login_session s SET second_factor = false FROM identity
    WHERE identity.user_id = ${userId} AND s.issuer = identity.issuer AND s.subject = identity.subject
      AND s.second_factor`.execute(tx)
}
