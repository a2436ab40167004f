/** One-time grants: proof for one action, amount and destination, consumed in the transaction of that action.
 * Authentication is in server/auth/proofs/proofs.ts; only the hash of a grant is stored. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { errorCodes } from '#contract/errors.ts'
import type { ProofAction } from '#contract/accounts/needed-proof.ts'
import { topics, type GuardedAction } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'

const GRANT_BYTES = 32
const GRANT_MS = 600_000
const DELETE_BATCH = 100

/** What a grant is for. Everything except `label` must be the same when the grant is made and when it is used. */
export type Operation = {
  action: ProofAction
  amountMsat: bigint | null
  destination: string | null
  /** The recipient or subject of the action, as readable text. */
  label: string | null
}
/** The user who acts, and the grant that was sent; null when none was. */
export type Actor = { userId: string; grant?: string | null }

export async function makeGrant(
  tx: Tx,
  userId: string,
  { action, amountMsat, destination }: Omit<Operation, 'label'>,
  { method, now }: { method: string; now: Date },
): Promise<{ grant: string; expiresAt: Date }> {
  const grant = randomBytes(GRANT_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + GRANT_MS)
  await sql`
    WITH expired AS (
      DELETE FROM proof_grant WHERE token_hash IN (
        SELECT token_hash FROM proof_grant WHERE expires_at < ${now} LIMIT ${DELETE_BATCH}))
    INSERT INTO proof_grant (token_hash, user_id, action, amount_msat, destination, method, expires_at)
    VALUES (${hashOf(grant)}, ${userId}, ${action}, ${amountMsat}, ${destination}, ${method}, ${expiresAt})`.execute(tx)
  return { grant, expiresAt }
}

/** Consumes the grant for this action and notifies the account's owner. Returns false when there is no such grant. A
 * rollback of the transaction restores the grant. */
export async function consumeGrant(tx: Tx, actor: Actor, operation: Operation, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE proof_grant SET used_at = ${now} WHERE ${matching(actor, operation, now)} RETURNING 1`.execute(tx)
  if (rows.length === 0) return false
  const { action, amountMsat, label } = operation
  const noticeId = newId(now.getTime())
  const notice: GuardedAction = {
    noticeId,
    userId: actor.userId,
    action,
    amountMsat: amountMsat === null ? null : Number(amountMsat),
    label: label === null ? null : label.slice(0, 200),
    at: now.toISOString(),
  }
  await publish(tx, topics.guardedAction, noticeId, notice)
  return true
}

/** The same, but throws an error that says which proof is needed. */
export async function requireGrant(tx: Tx, actor: Actor, operation: Operation, now: Date): Promise<void> {
  if (!(await consumeGrant(tx, actor, operation, now))) throw proofRequired(operation)
}

/** Checks the grant without consuming it, before a step that a rollback of the later transaction cannot undo. */
export async function requireUnusedGrant(tx: Tx, actor: Actor, operation: Operation, now: Date): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM proof_grant WHERE ${matching(actor, operation, now)}`.execute(tx)
  if (rows.length === 0) throw proofRequired(operation)
}

function matching({ userId, grant }: Actor, { action, amountMsat, destination }: Operation, now: Date) {
  return sql`
    token_hash = ${hashOf(grant ?? '')} AND user_id = ${userId} AND action = ${action}
    AND amount_msat IS NOT DISTINCT FROM ${amountMsat}::bigint
    AND destination IS NOT DISTINCT FROM ${destination}::text
    AND used_at IS NULL AND expires_at > ${now}`
}

export function proofRequired({ action, amountMsat, destination, label }: Operation): AppError {
  const proof = { action, amountMsat: amountMsat === null ? null : Number(amountMsat), destination, label }
  return new AppError(403, 'proof-needed', errorCodes['proof-needed'], undefined, { proof })
}

/** The operation for changing a credential; it has no amount. */
export function credentialOperation(
  action: ProofAction,
  destination: string | null,
  label: string | null = null,
): Operation {
  return { action, amountMsat: null, destination, label }
}

/** A hash of the agreed terms, which clients send back as an opaque value. */
export function hashOfTerms(terms: unknown): string {
  const text = JSON.stringify(terms, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256').update(text).digest('hex')
}

function hashOf(grant: string): Buffer {
  return createHash('sha256').update(`grant ${grant}`).digest()
}
