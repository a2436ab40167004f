/** Logins that wait for an email address: the address entered, the code mailed to it, and the number of attempts. Whose
 * login it is, and the mails, are in server/auth/login/missing-email.ts. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteExpired } from '#server/platform/database/expired.ts'
import type { IdentityKey } from '#server/auth/sessions/login-method.ts'

export type EmailRequest = IdentityKey & { email: string }

const ID_BYTES = 24
/** Mail delivery can take several minutes. */
const LIFE_MS = 1_800_000
const MAILS_MAX = 3
const TRIES_MAX = 5

export async function openEmailRequest(
  tx: Tx,
  { issuer, subject }: IdentityKey,
  now: Date,
): Promise<{ challenge: string; expiresAt: Date }> {
  const challenge = randomBytes(ID_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await sql`
    INSERT INTO email_request (id_hash, issuer, subject, expires_at)
    VALUES (${hashOf(challenge)}, ${issuer}, ${subject}, ${expiresAt})`.execute(tx)
  await deleteExpired(tx, { table: 'email_request', key: 'id_hash' }, now)
  return { challenge, expiresAt }
}

/** The code to mail to this address; earlier codes become invalid. Null when the request is unknown,
 * expired or has used up its mails. */
export async function makeEmailCode(
  tx: Tx,
  { challenge, email }: { challenge: string; email: string },
  now: Date,
): Promise<(IdentityKey & { code: string; expiresAt: Date }) | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { rows } = await sql<IdentityKey & { expires_at: Date }>`
    UPDATE email_request
    SET email = ${email}, code_hash = ${hashOf(`${challenge} ${code}`)}, mails = mails + 1, tries = 0
    WHERE id_hash = ${hashOf(challenge)} AND expires_at > ${now} AND mails < ${MAILS_MAX}
    RETURNING issuer, subject, expires_at`.execute(tx)
  const row = rows[0]
  return row === undefined ? null : { issuer: row.issuer, subject: row.subject, code, expiresAt: row.expires_at }
}

/** Whether this request can still be completed. Counts an attempt. */
export async function tryEmailRequest(tx: Tx, challenge: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE email_request SET tries = tries + 1
    WHERE id_hash = ${hashOf(challenge)} AND expires_at > ${now} AND code_hash IS NOT NULL AND tries < ${TRIES_MAX}
    RETURNING 1`.execute(tx)
  return rows.length === 1
}

/** Returns and deletes the request of this code: of two concurrent requests only one gets it. Null for a wrong code. */
export async function consumeEmailRequest(
  tx: Tx,
  { challenge, code }: { challenge: string; code: string },
): Promise<EmailRequest | null> {
  const { rows } = await sql<EmailRequest>`
    DELETE FROM email_request
    WHERE id_hash = ${hashOf(challenge)} AND code_hash = ${hashOf(`${challenge} ${code}`)}
    RETURNING issuer, subject, email`.execute(tx)
  return rows[0] ?? null
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(`email request ${text}`).digest()
}
