/** Challenges that wait for a next step: the second factor of a login, the browser's response in a passkey ceremony.
 * Short-lived and for one use; the database stores only a hash of the id. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteExpired } from '#server/platform/database/expired.ts'

export type ChallengePurpose = 'second-factor' | 'passkey-login' | 'passkey-register' | 'passkey-proof' | 'mail-proof'
export type NewChallenge = {
  purpose: ChallengePurpose
  /** The user the challenge is for; null while unknown. */
  userId: string | null
  identity?: { issuer: string; subject: string }
  /** What the authenticator has to sign, or the hash of a mailed code. */
  challenge?: string
}
export type ChallengeRow = {
  user_id: string | null
  issuer: string | null
  subject: string | null
  challenge: string | null
}

const ID_BYTES = 24
const LIFE_MS = 300_000
const TRIES_MAX = 5

export async function makeChallenge(
  tx: Tx,
  { purpose, userId, identity, challenge }: NewChallenge,
  now: Date,
): Promise<{ challenge: string; expiresAt: Date }> {
  const id = randomBytes(ID_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFE_MS)
  await sql`
    INSERT INTO login_challenge (id_hash, purpose, user_id, issuer, subject, challenge, expires_at)
    VALUES (${hashOf(id)}, ${purpose}, ${userId}, ${identity?.issuer ?? null}, ${identity?.subject ?? null},
      ${challenge ?? null}, ${expiresAt})`.execute(tx)
  await deleteExpired(tx, { table: 'login_challenge', key: 'id_hash' }, now)
  return { challenge: id, expiresAt }
}

/** Counts an attempt. Null when the challenge is unknown, expired or was tried five times. */
export async function tryChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  id: string,
  now: Date,
): Promise<ChallengeRow | null> {
  const { rows } = await sql<ChallengeRow>`
    UPDATE login_challenge SET tries = tries + 1
    WHERE id_hash = ${hashOf(id)} AND purpose = ${purpose} AND expires_at > ${now} AND tries < ${TRIES_MAX}
    RETURNING user_id, issuer, subject, challenge`.execute(tx)
  return rows[0] ?? null
}

/** Returns and deletes the challenge: of two concurrent requests only one gets it. */
export async function consumeChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  id: string,
  now: Date,
): Promise<ChallengeRow | null> {
  const { rows } = await sql<ChallengeRow & { is_live: boolean }>`
    DELETE FROM login_challenge WHERE id_hash = ${hashOf(id)} AND purpose = ${purpose}
    RETURNING user_id, issuer, subject, challenge, expires_at > ${now} AS is_live`.execute(tx)
  const row = rows[0]
  return row?.is_live === true ? row : null
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(`challenge ${id}`).digest()
}
