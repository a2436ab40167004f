/** What the last audit found, as one row all processes share: whether outgoing money is stopped, and why.
 * The audit itself: audit.ts; when it runs: audit-job.ts. */
import { sql } from 'kysely'
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'

export type AuditState = {
  lastRunAt: Date | null
  lastRightAt: Date | null
  wrongSince: Date | null
  haltedAt: Date | null
  findings: string[]
}

export async function readAuditState(tx: Tx): Promise<AuditState> {
  const { rows } = await sql<AuditState>`
    SELECT last_run_at AS "lastRunAt", last_right_at AS "lastRightAt", wrong_since AS "wrongSince",
      halted_at AS "haltedAt", findings FROM audit_state`.execute(tx)
  return rows[0]!
}

export async function isHalted(tx: Tx): Promise<boolean> {
  return (await readAuditState(tx)).haltedAt !== null
}

/** Refuses whatever would leave this server while its books and its node disagree. */
export async function mustNotBeHalted(tx: Tx): Promise<void> {
  if (await isHalted(tx)) throw new AppError(503, 'withdrawals-halted', errorCodes['withdrawals-halted'], 60)
}
