/** When an outgoing payment needs a proof: above a limit for 24 hours, and for a day after a credential changed.
 * Checked in the transaction that takes the money, with the account locked. How proofs are given:
 * server/auth/proofs/proofs.ts. */
import { sql } from 'kysely'
import { changedRecently } from '#server/accounts/factor-ages.ts'
import { type Operation, type Actor, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { readUser } from '#server/accounts/users.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from './deps.ts'

const WINDOW_MS = 24 * 3_600_000
/** What goes to an artist or back to a buyer, and does not leave this server. */
const STAYING: ReadonlySet<string> = new Set(['zap', 'purchase', 'tickets', 'ticket-refund'])

type StepUpDeps = Pick<PaymentDeps, 'clock' | 'limits'>

/** What left these balances in the last 24 hours, including fees and reserves: withdrawals, keysends, zaps and
 * tickets, also by connected apps and to oneself, refunds of tickets whose money had been paid out, and payments to
 * outside recipients of one's content. Forwards of earnings have their own proof and do not count. */
export async function readLeft(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, bigint>> {
  const since = new Date(now.getTime() - WINDOW_MS)
  const { rows } = await sql<{ user_id: string; left_msat: bigint }>`
    SELECT user_id, sum(msat)::bigint AS left_msat FROM (
      SELECT user_id, -change_msat AS msat FROM statement_line
      WHERE user_id = ANY(${userIds}::uuid[]) AND type IN ('Withdraw', 'Zap Sent') AND created_at > ${since}
        AND coalesce(note NOT IN ('boost', 'stream'), true)
      UNION ALL
      -- Recipients of a boost can be paid on a later day than the others.
      SELECT b.user_id, l.amount_msat FROM boost b JOIN boost_leg l ON l.boost_id = b.id
      WHERE b.user_id = ANY(${userIds}::uuid[]) AND l.paid_inside_at > ${since}
      UNION ALL
      SELECT b.user_id, l.amount_msat FROM boost b JOIN boost_leg l ON l.boost_id = b.id
      WHERE b.user_id = ANY(${userIds}::uuid[]) AND l.kept <> 'returned' AND b.created_at > ${since}
      UNION ALL
      SELECT p.owner_id, t.price_msat FROM ticket t JOIN ticket_purchase p ON p.id = t.purchase_id
      WHERE p.owner_id = ANY(${userIds}::uuid[]) AND t.refunded_at > ${since} AND p.paid_out_at <= t.refunded_at
      UNION ALL
      SELECT user_id, amount_msat + coalesce(fee_msat, fee_reserve_msat) FROM payout
      WHERE user_id = ANY(${userIds}::uuid[]) AND (purpose = 'outside' OR (purpose = 'withdraw' AND boost_id IS NOT NULL))
        AND state <> 'failed' AND created_at > ${since}
    ) gone GROUP BY user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.left_msat]))
}

/** Call this after the lines of this payment are inserted, so that the sum includes it. Throws without a grant. */
export async function requireProofToLeave(deps: StepUpDeps, tx: Tx, doer: Actor, operation: Operation): Promise<void> {
  const now = deps.clock.now()
  if (await needsProof(deps, tx, doer.userId, { operation, costMsat: 0n, now }))
    await requireGrant(tx, doer, operation, now)
}

/** What is done, and what it takes from the balance beyond the lines that are inserted. */
type Cost = { operation: Operation; costMsat: bigint }

/** For several payments together, before the first is booked: they take this much. True when a grant was consumed for all of
 * them. */
export async function requireProofForAll(deps: StepUpDeps, tx: Tx, doer: Actor, cost: Cost): Promise<boolean> {
  const now = deps.clock.now()
  if (!(await needsProof(deps, tx, doer.userId, { ...cost, now }))) return false
  await requireGrant(tx, doer, cost.operation, now)
  return true
}

/** The same check before something that cannot be undone, for a payment that is not booked yet. Does not consume the
 * grant. */
export async function requireProofBefore(deps: StepUpDeps, tx: Tx, doer: Actor, cost: Cost): Promise<void> {
  const now = deps.clock.now()
  if (await needsProof(deps, tx, doer.userId, { ...cost, now })) await requireUnusedGrant(tx, doer, cost.operation, now)
}

async function needsProof(
  { limits }: StepUpDeps,
  tx: Tx,
  userId: string,
  { operation, costMsat, now }: Cost & { now: Date },
): Promise<boolean> {
  const leftMsat = (await readLeft(tx, [userId], now)).get(userId) ?? 0n
  if (leftMsat + costMsat > limits.stepUpMsat) return true
  if (STAYING.has(operation.action)) return false
  const user = await readUser(tx, userId)
  if (user === null) throw new AppError(401, 'unauthorized')
  return changedRecently(user, now)
}
