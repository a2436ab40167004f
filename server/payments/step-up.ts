/** When an outgoing payment needs a proof: above a limit for 24 hours, and for a day after a credential changed.
 * Checked in the transaction that takes the money, with the account locked. How proofs are given:
 * server/auth/proofs/proofs.ts. */
import { sql } from 'kysely'
import { changedLately } from '#server/accounts/factor-ages.ts'
import { type Deed, type Doer, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { readPerson } from '#server/accounts/people.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from './deps.ts'

const WINDOW_MS = 24 * 3_600_000

type StepUpDeps = Pick<PaymentDeps, 'clock' | 'limits'>

/** What left these balances in the last 24 hours, including fees and reserves: withdrawals, keysends and zaps, also
 * by connected apps and to oneself. Forwards of earnings have their own proof and do not count. */
export async function readLeft(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, bigint>> {
  const since = new Date(now.getTime() - WINDOW_MS)
  const { rows } = await sql<{ user_id: string; left_msat: bigint }>`
    SELECT user_id, (-sum(change_msat))::bigint AS left_msat FROM statement_line
    WHERE user_id = ANY(${userIds}::uuid[]) AND type IN ('Withdraw', 'Zap Sent') AND created_at > ${since}
    GROUP BY user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.left_msat]))
}

/** Call this after the lines of this payment are inserted, so that the sum includes it. Throws without a grant. */
export async function requireProofToLeave(deps: StepUpDeps, tx: Tx, doer: Doer, deed: Deed): Promise<void> {
  const now = deps.clock.now()
  if (await needsProof(deps, tx, doer.userId, { deed, costMsat: 0n, now })) await requireGrant(tx, doer, deed, now)
}

/** The same check before something that cannot be undone, for a payment that is not booked yet. Does not consume the
 * grant. */
export async function requireProofBefore(
  deps: StepUpDeps,
  tx: Tx,
  doer: Doer,
  { deed, costMsat }: { deed: Deed; costMsat: bigint },
): Promise<void> {
  const now = deps.clock.now()
  if (await needsProof(deps, tx, doer.userId, { deed, costMsat, now })) await requireUnusedGrant(tx, doer, deed, now)
}

async function needsProof(
  { limits }: StepUpDeps,
  tx: Tx,
  userId: string,
  { deed, costMsat, now }: { deed: Deed; costMsat: bigint; now: Date },
): Promise<boolean> {
  const leftMsat = (await readLeft(tx, [userId], now)).get(userId) ?? 0n
  if (leftMsat + costMsat > limits.stepUpMsat) return true
  if (deed.action === 'zap') return false
  const person = await readPerson(tx, userId)
  if (person === null) throw new AppError(401, 'unauthorized')
  return changedLately(person, now)
}
