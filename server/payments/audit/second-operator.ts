/** Bookings above TWO_OPERATORS_MSAT need two operators: one proposes the booking with a reason, another one then carries it out
 * by the usual call. `requireSecondOperator` is the only check, in the transaction that books. */
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import * as calls from '#contract/operator/proposals.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { findUsersByUsernames, readUserSummaries } from '#server/accounts/users.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'

const EXPIRES_MS = 72 * 3_600_000
const LISTED_MAX = 200

export type Booking = {
  action: 'assign-suspense' | 'book-difference'
  subjectId: string
  /** Null: the house. */
  userId: string | null
  /** Of either sign. */
  amountMsat: bigint
}

export function needsSecondOperator({ limits }: Pick<PaymentDeps, 'limits'>, amountMsat: bigint): boolean {
  const { twoOperatorsMsat: limitMsat } = limits
  return limitMsat > 0n && (amountMsat < 0n ? -amountMsat : amountMsat) >= limitMsat
}

/** Throws unless another operator has proposed exactly this booking; uses that proposal up. `operatorId` is null on the command
 * line, which needs no second operator. */
export async function requireSecondOperator(
  deps: PaymentDeps,
  tx: Tx,
  operatorId: string | null,
  { action, subjectId, userId, amountMsat }: Booking,
): Promise<void> {
  if (operatorId === null || !needsSecondOperator(deps, amountMsat)) return
  const now = deps.clock.now()
  const { rows } = await sql`
    UPDATE booking_proposal SET decided_by = ${operatorId}, decided_at = ${now}, is_approved = true
    WHERE action = ${action} AND subject_id = ${subjectId} AND user_id IS NOT DISTINCT FROM ${userId}::uuid
      AND amount_msat = ${amountMsat} AND decided_at IS NULL AND expires_at > ${now} AND proposed_by <> ${operatorId}
    RETURNING 1`.execute(tx)
  if (rows.length === 0) throw new AppError(409, 'second-operator-needed')
}

/** Proposes a booking to the other operators. Proposals of the same booking by the same operator replace each other. */
export async function proposeBooking(
  { database, clock }: PaymentDeps,
  caller: Caller,
  operationId: string,
  { action, subjectId, username, reason }: Input<typeof calls.proposeBooking>['body'],
): Promise<Data<typeof calls.proposeBooking>> {
  requireOperator(caller, calls.proposeBooking)
  requireRecentAuth(caller)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + EXPIRES_MS)
  await database.transaction(async (tx) => {
    const [user] = username === undefined ? [] : await findUsersByUsernames(tx, [username])
    if (username !== undefined && user === undefined) throw new AppError(404, 'recipients-unknown')
    const amountMsat = await readAmount(tx, action, subjectId)
    if (amountMsat === null) throw notFound()
    await decline(tx, caller.userId, now, sql`subject_id = ${subjectId} AND proposed_by = ${caller.userId}`)
    await sql`
      INSERT INTO booking_proposal (id, action, subject_id, user_id, amount_msat, reason, proposed_by, created_at, expires_at)
      VALUES (${operationId}, ${action}, ${subjectId}, ${user?.userId ?? null}, ${amountMsat}, ${reason},
        ${caller.userId}, ${now}, ${expiresAt})`.execute(tx)
    const details = { proposed: action, account: username ?? 'house', msat: String(amountMsat) }
    const target = { type: 'proposal', id: subjectId }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'propose-booking', target, reason, details, now })
  })
  return { proposalId: operationId, expiresAt }
}

/** Null when it is not open. */
async function readAmount(tx: Tx, action: Booking['action'], subjectId: string): Promise<bigint | null> {
  const { rows } =
    action === 'assign-suspense'
      ? await sql<{ msat: bigint }>`
          SELECT amount_msat AS msat FROM suspense_item WHERE id = ${subjectId} AND given_at IS NULL`.execute(tx)
      : await sql<{ msat: bigint }>`
          SELECT received_msat - sent_msat - fee_msat AS msat FROM audit_difference
          WHERE id = ${subjectId} AND state = 'open'`.execute(tx)
  return rows[0]?.msat ?? null
}

async function decline(tx: Tx, operatorId: string, now: Date, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`
    UPDATE booking_proposal SET decided_by = ${operatorId}, decided_at = ${now}, is_approved = false
    WHERE ${which} AND decided_at IS NULL RETURNING 1`.execute(tx)
  return rows.length
}

/** Any operator who may approve it may decline it; so may the one who proposed it. */
export async function declineProposal({ database, clock }: PaymentDeps, caller: Caller, id: string): Promise<null> {
  requireOperator(caller, calls.declineProposal)
  requireRecentAuth(caller)
  await database.transaction(async (tx) => {
    const now = clock.now()
    if ((await decline(tx, caller.userId, now, sql`id = ${id}`)) === 0) throw notFound()
    const target = { type: 'proposal', id }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'decline-booking', target, now })
  })
  return null
}

type Row = Booking & { proposalId: string; reason: string; proposedBy: string; expiresAt: Date }

/** Those that can still be approved, oldest first. */
export async function listProposals(tx: Tx, operatorId: string, now: Date) {
  const { rows } = await sql<Row>`
    SELECT id AS "proposalId", action, subject_id AS "subjectId", user_id AS "userId", amount_msat AS "amountMsat", reason,
      proposed_by AS "proposedBy", expires_at AS "expiresAt"
    FROM booking_proposal WHERE decided_at IS NULL AND expires_at > ${now} ORDER BY created_at LIMIT ${LISTED_MAX}`.execute(
    tx,
  )
  const names = await readUserSummaries(tx, [
    ...new Set(rows.flatMap(({ userId, proposedBy }) => (userId === null ? [proposedBy] : [userId, proposedBy]))),
  ])
  const nameOf = (userId: string) => names.get(userId)?.username ?? ''
  return rows.map(({ userId, amountMsat, proposedBy, ...row }) => ({
    ...row,
    username: userId === null ? null : nameOf(userId),
    msatAmount: amountMsat,
    proposedBy: nameOf(proposedBy),
    isOwn: proposedBy === operatorId,
  }))
}
