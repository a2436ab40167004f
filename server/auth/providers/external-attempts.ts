/** External logins in progress: the browser was redirected to a provider and must return with the verifier that only it
 * has. A verifier works once, for ten minutes, in every process. */
import { createHash, randomBytes } from 'node:crypto'
import type { ExternalProvider } from '#contract/accounts/social.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { stateOf } from './oauth.ts'
import * as queries from './external-queries.ts'

/** RFC 7636 requires 43 to 128 characters. */
const VERIFIER_BYTES = 32
const ATTEMPT_MS = 600_000

export function makeVerifier(): string {
  return randomBytes(VERIFIER_BYTES).toString('base64url')
}

export type Attempt = { provider: ExternalProvider; redirectUri: string; userId: string | null; isProof: boolean }

export async function saveAttempt(tx: Tx, verifier: string, attempt: Attempt, now: Date): Promise<void> {
  const row = {
    verifier_hash: hashOf(verifier),
    state_hash: hashOf(stateOf(verifier)),
    provider: attempt.provider,
    redirect_uri: attempt.redirectUri,
    user_id: attempt.userId,
    is_proof: attempt.isProof,
    display_name: null,
    expires_at: new Date(now.getTime() + ATTEMPT_MS),
  }
  await queries.insertAttempt(tx, row, now)
}

/** Throws unless this verifier was issued for exactly this attempt, recently, and is unused; uses it up. Returns the
 * name that was sent with the code, if any. */
export async function consumeAttempt(
  tx: Tx,
  verifier: string,
  expected: Attempt & { state: string | undefined },
  now: Date,
): Promise<string | null> {
  const row = await queries.consumeAttempt(tx, hashOf(verifier))
  const isAsExpected =
    row !== undefined &&
    row.expires_at > now &&
    row.provider === expected.provider &&
    row.redirect_uri === expected.redirectUri &&
    row.user_id === expected.userId &&
    row.is_proof === expected.isProof &&
    (expected.state === undefined || expected.state === stateOf(verifier))
  if (!isAsExpected) throw new AppError(400, 'login-attempt-invalid')
  return row.display_name
}

/** The page that waits for the attempt with this state; null when there is none. */
export async function findReturn(
  tx: Tx,
  state: string,
  { provider, displayName, now }: { provider: ExternalProvider; displayName: string | null; now: Date },
): Promise<string | null> {
  const row = await queries.nameAttempt(tx, { stateHash: hashOf(state), provider, displayName })
  return row === undefined || row.expires_at <= now ? null : row.redirect_uri
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
