/** The cap on what leaves this server in an hour, for all accounts together. Counted in the database, so
 * that it holds for all servers. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { errorCodes } from '#contract/errors.ts'

const HOUR_MS = 3_600_000
const RETRY_SECONDS = 300

/** Throws when this transaction's payouts bring the last hour above the cap. Call it after inserting them: accounts are locked
 * before the row that all payouts lock here. The row is written, so that a transaction with an older snapshot is repeated. */
export async function requireOutflowBelowCap({ clock, limits }: PaymentDeps, tx: Tx): Promise<void> {
  const { outflowPerHourMsat: capMsat } = limits
  if (capMsat === 0n) return
  await sql`UPDATE outgoing_stop SET reason = reason`.execute(tx)
  if ((await sumOutflow(tx, clock.now())) > capMsat) {
    throw new AppError(503, 'outflow-limit', errorCodes['outflow-limit'], RETRY_SECONDS)
  }
}

/** Amounts and fees of the last 60 minutes, and of older payments that have not been sent yet. Without an outcome, the whole fee
 * reserve counts; what failed does not. */
export async function sumOutflow(tx: Tx, now: Date): Promise<bigint> {
  const { rows } = await sql<{ msat: bigint }>`
    SELECT coalesce(sum(amount_msat + coalesce(fee_msat, fee_reserve_msat)), 0)::bigint AS msat FROM payout
    WHERE (created_at > ${new Date(now.getTime() - HOUR_MS)} AND state <> 'failed') OR state = 'reserved'`.execute(tx)
  return rows[0]!.msat
}

/** Forwards and payouts to outside recipients are tried again later. */
export function isOutflowLimit(error: unknown): boolean {
  return error instanceof AppError && error.code === 'outflow-limit'
}
