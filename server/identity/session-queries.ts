/** All SQL about sessions, and what is known of the identity of a session. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { EMBEDDED_ISSUER, NOSTR_ISSUER } from '#server/platform/issuers.ts'
import type { Identity, LoginMethod } from './port.ts'

/** The permanent key of an identity. */
export type Name = { issuer: string; subject: string }

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
/** The email address is that of a password identity; for other issuers it is read separately. */
export type FoundSession = SessionRow & { user_id: string | null; email: string | null; email_verified: boolean | null }
type Tables = { login_session: SessionRow & { token_hash: Buffer } }

const SESSIONS_MAX = 50
const FORGET_AT_ONCE = 100

const tables = (tx: Tx) => tx.withTables<Tables>()

/** Also deletes the identity's oldest sessions beyond the limit, and some expired sessions of any user. */
export async function insertSession(tx: Tx, row: SessionRow & { token_hash: Buffer }): Promise<void> {
  const { issuer, subject, created_at: now } = row
  await sql`
    WITH forgotten AS (
      DELETE FROM login_session WHERE id IN (
        (SELECT id FROM login_session WHERE issuer = ${issuer} AND subject = ${subject}
          ORDER BY last_seen_at DESC, id DESC OFFSET ${SESSIONS_MAX - 1})
        UNION ALL
        (SELECT id FROM login_session WHERE expires_at < ${now} LIMIT ${FORGET_AT_ONCE})))
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
      session.expires_at, "user".id AS user_id, "user".email, "user".email_verified
    FROM login_session session
    LEFT JOIN identity_user "user"
      ON "user".id = CASE WHEN session.issuer = ${EMBEDDED_ISSUER} THEN session.subject::uuid END
    WHERE session.token_hash = ANY(${tokenHashes}::bytea[])`.execute(tx)
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
  return tokenHashes.map((hash) => byHash.get(hash.toString('hex')))
}

/** Null when the provider has deleted the identity. */
export async function selectIdentityOf(tx: Tx, row: FoundSession): Promise<Identity | null> {
  const { issuer, subject } = row
  if (issuer === EMBEDDED_ISSUER) {
    if (row.user_id === null) return null
    return { issuer, subject, email: row.email, emailVerified: row.email_verified ?? false }
  }
  if (issuer === NOSTR_ISSUER) return { issuer, subject, email: null, emailVerified: false }
  const { rows } = await sql<{ email: string | null; email_verified: boolean }>`
    SELECT email, email_verified FROM outside_identity WHERE issuer = ${issuer} AND subject = ${subject}`.execute(tx)
  const said = rows[0]
  return { issuer, subject, email: said?.email ?? null, emailVerified: said?.email_verified ?? false }
}

export async function touchSession(tx: Tx, id: string, seenAt: Date, expiresAt: Date): Promise<void> {
  await tables(tx)
    .updateTable('login_session')
    .set({ last_seen_at: seenAt, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

export async function updateAuthenticatedAt(tx: Tx, id: string, now: Date): Promise<void> {
  await tables(tx).updateTable('login_session').set({ authenticated_at: now }).where('id', '=', id).execute()
}

export async function selectSessionsOf(tx: Tx, names: readonly Name[], now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.issuer, s.subject, s.method, s.second_factor, s.ip, s.user_agent, s.created_at, s.last_seen_at,
      s.authenticated_at, s.expires_at
    FROM login_session s JOIN ${listOf(names)} USING (issuer, subject)
    WHERE s.expires_at > ${now} ORDER BY s.last_seen_at DESC, s.id DESC LIMIT ${SESSIONS_MAX}`.execute(tx)
  return rows
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tables(tx).deleteFrom('login_session').where('id', '=', id).execute()
}

/** Returns how many there were. */
export async function deleteSessionsOf(
  tx: Tx,
  names: readonly Name[],
  which: { only?: string; except?: string },
): Promise<number> {
  const { rows } = await sql`
    DELETE FROM login_session WHERE id IN (
      SELECT s.id FROM login_session s JOIN ${listOf(names)} USING (issuer, subject))
      AND (${which.only ?? null}::uuid IS NULL OR id = ${which.only ?? null}::uuid)
      AND (${which.except ?? null}::uuid IS NULL OR id <> ${which.except ?? null}::uuid)
    RETURNING 1`.execute(tx)
  return rows.length
}

function listOf(names: readonly Name[]) {
  const list = JSON.stringify(names.map(({ issuer, subject }) => ({ issuer, subject })))
  return sql`jsonb_to_recordset(${list}) named (issuer text, subject text)`
}
