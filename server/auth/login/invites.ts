/** Invitations by operators: codes with which accounts can be created. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as calls from '#contract/accounts/registration.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

const LISTED_MAX = 100
const DAY_MS = 24 * 3_600_000

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

export async function createInvite(
  { database, clock }: AuthDeps,
  caller: Caller,
  inviteId: string,
  { label, uses, days }: Input<typeof calls.createInvite>['body'],
): Promise<Data<typeof calls.createInvite>> {
  requireOperator(caller, calls.createInvite)
  requireRecentAuth(caller)
  const code = randomBytes(16).toString('base64url')
  const now = clock.now()
  await database.transaction(async (tx) => {
    await sql`
      INSERT INTO invite (id, code_hash, label, made_by, made_at, expires_at, uses_left)
      VALUES (${inviteId}, ${hashOf(code)}, ${label}, ${caller.userId}, ${now}, ${new Date(now.getTime() + days * DAY_MS)},
        ${uses})`.execute(tx)
    const target = { type: 'invite', id: inviteId }
    await recordAdminAction(tx, {
      adminId: caller.userId,
      action: 'invite',
      target,
      details: { label, uses, days },
      now,
    })
  })
  return { inviteId, code }
}

export async function listInvites(
  { database, clock }: AuthDeps,
  caller: Caller,
): Promise<Data<typeof calls.listInvites>> {
  requireOperator(caller, calls.listInvites)
  const { rows } = await sql<{ inviteId: string; label: string; usesLeft: number; madeAt: Date; expiresAt: Date }>`
    SELECT id AS "inviteId", label, uses_left AS "usesLeft", made_at AS "madeAt", expires_at AS "expiresAt" FROM invite
    WHERE uses_left > 0 AND expires_at > ${clock.now()} ORDER BY made_at DESC LIMIT ${LISTED_MAX}`.execute(
    database.read,
  )
  return rows
}

/** Idempotent; only an actual change is logged. */
export async function endInvite({ database, clock }: AuthDeps, caller: Caller, inviteId: string): Promise<null> {
  requireOperator(caller, calls.endInvite)
  requireRecentAuth(caller)
  return database.transaction(async (tx) => {
    const { rows } = await sql`
      UPDATE invite SET uses_left = 0 WHERE id = ${inviteId} AND uses_left > 0 RETURNING 1`.execute(tx)
    if (rows.length === 0) return null
    const target = { type: 'invite', id: inviteId }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'end-invite', target, now: clock.now() })
    return null
  })
}

/** In the transaction that creates the account, so that a failed registration uses nothing up. */
export async function consumeInvite(tx: Tx, code: string, now: Date): Promise<void> {
  const { rows } = await sql`
    UPDATE invite SET uses_left = uses_left - 1
    WHERE code_hash = ${hashOf(code)} AND uses_left > 0 AND expires_at > ${now} RETURNING 1`.execute(tx)
  if (rows.length === 0) throw new AppError(403, 'invite-invalid')
}
