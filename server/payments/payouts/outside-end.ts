/** What the end of a payout means for the recipient of a split on another server: it was paid, or an attempt has failed. Making
 * attempts is forwards/outside.ts. */
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import {
  lockOutside,
  postponeOutside,
  recordOutsideCovered,
  recordOutsideFailure,
  recordOutsidePaid,
} from '#server/payments/outside/queries.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import type { PayoutRow } from './queries.ts'

const RETRY_MAX_MS = 12 * 3_600_000

/** Runs in the transaction that ends the payout and has moved its money. */
export async function finishOutside(deps: PaymentDeps, tx: Tx, payout: PayoutRow): Promise<void> {
  const now = deps.clock.now()
  const id = payout.outside_id!
  if (payout.state === 'settled') return recordOutsidePaid(tx, id, now)
  // It was never sent. That says nothing about the address.
  if (payout.failure_reason === 'expired') return postponeOutside(tx, id, { until: now })
  await failOutside(deps, tx, id, payout.failure_reason ?? 'other')
}

/** Counts a failed attempt. The pauses grow up to half a day. */
export async function failOutside({ clock, limits }: PaymentDeps, tx: Tx, id: string, reason: string): Promise<void> {
  const row = await lockOutside(tx, id)
  const now = clock.now()
  const pauseMs = Math.min(RETRY_MAX_MS, limits.forwardRetrySeconds * 1_000 * 2 ** Math.min(row.attempts, 16))
  await recordOutsideFailure(tx, row, { reason, now, nextLookAt: new Date(now.getTime() + pauseMs) })
}

/** The payout succeeded after it had been released: the owner bore what the recipient's account no longer had. */
export async function coverLate(
  tx: Tx,
  payout: PayoutRow,
  { takenMsat, owedMsat, feeMsat }: { takenMsat: bigint; owedMsat: bigint; feeMsat: bigint },
  now: Date,
): Promise<void> {
  const aboveReserveMsat = feeMsat > payout.fee_reserve_msat ? feeMsat - payout.fee_reserve_msat : 0n
  await recordOutsideCovered(tx, payout.outside_id!, takenMsat + owedMsat - aboveReserveMsat)
  if (takenMsat === 0n) return
  const line = { id: newId(now.getTime()), user_id: payout.user_id, type: 'Withdraw' as const, payment_id: payout.id }
  const about = { note: 'outside-late', title: payout.address, created_at: now } as const
  await insertLines(tx, [{ ...line, ...about, amount_msat: takenMsat, change_msat: -takenMsat }])
}
