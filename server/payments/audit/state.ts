/** The result of the last audit, in one row that all processes share: whether outgoing payments are halted, and why.
 * The audit: audit.ts. When it runs: audit/job.ts. The operators' switch: outgoing-stop.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { IS_CHECKED } from '#server/payments/checked-database.ts'
import { readOpenSummary } from './difference-queries.ts'

export type AuditState = {
  lastRunAt: Date | null
  lastRightAt: Date | null
  wrongSince: Date | null
  haltedAt: Date | null
  findings: string[]
  /** See checked-database.ts. */
  isChecked: boolean
}

export async function readAuditState(tx: Tx): Promise<AuditState> {
  const { rows } = await sql<AuditState>`
    SELECT last_run_at AS "lastRunAt", last_right_at AS "lastRightAt", wrong_since AS "wrongSince",
      halted_at AS "haltedAt", findings, ${IS_CHECKED} AS "isChecked" FROM audit_state`.execute(tx)
  return rows[0]!
}

/** Locks the row until the transaction ends. */
export async function lockAuditState(tx: Tx): Promise<{ haltedAt: Date | null }> {
  const { rows } = await sql<{ haltedAt: Date | null }>`
    SELECT halted_at AS "haltedAt" FROM audit_state FOR UPDATE`.execute(tx)
  return rows[0]!
}

/** A difference this old is no longer explained by a payment in flight. */
const HALT_AFTER_MS = 60_000

/** Halts outgoing payments, or lifts the halt when no difference is open. Returns whether they are halted. */
export async function updateHalt(tx: Tx, now: Date): Promise<boolean> {
  const { openSince, mustHalt } = await readOpenSummary(tx, new Date(now.getTime() - HALT_AFTER_MS))
  const { rows } = await sql<{ isHalted: boolean }>`
    UPDATE audit_state SET wrong_since = ${openSince}, halted_at = CASE
      WHEN ${openSince}::timestamptz IS NULL THEN NULL
      WHEN halted_at IS NOT NULL THEN halted_at
      WHEN ${mustHalt} THEN ${now}::timestamptz END
    RETURNING halted_at IS NOT NULL AS "isHalted"`.execute(tx)
  return rows[0]!.isHalted
}
