/** Recovery for operators: in which state the server is after a restore or a difference, and what keeps it closed. The
 * differences themselves are in money.ts, and booked by book-difference.ts. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import { getRecovery } from '#contract/operator/admin-money.ts'
import { readNewestTransferAt } from '#server/ledger/queries.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readOutgoingStop } from '#server/payments/outgoing-stop.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { requireOperator } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type AuditState, readAuditState } from './state.ts'

type Recovery = Data<typeof getRecovery>
type Counts = { differences: number; payouts: number; suspense: number; journal: number }

export async function readRecovery({ database }: PaymentDeps, caller: Caller): Promise<Recovery> {
  requireOperator(caller, getRecovery)
  const tx = database.read
  const { recoveringSince, reason } = await readOutgoingStop(tx)
  const audit = await readAuditState(tx)
  const counts = await readCounts(tx)
  const unchecked = audit.isChecked ? 0 : 1
  return {
    state: recoveringSince === null ? stateOf(audit) : 'recovering',
    recoveringSince,
    reason,
    newestTransferAt: await readNewestTransferAt(tx),
    audit: await readProgress(tx),
    obstacles: nonZero({ differences: counts.differences, unchecked }),
    waiting: nonZero({ payouts: counts.payouts, suspense: counts.suspense, journal: counts.journal }),
  }
}

function stateOf({ isChecked, wrongSince }: AuditState): Recovery['state'] {
  if (!isChecked) return 'unchecked'
  return wrongSince === null ? 'open' : 'differing'
}

function nonZero<What extends string>(counts: Record<What, number>): { what: What; count: number }[] {
  return (Object.entries(counts) as [What, number][]).flatMap(([what, count]) => (count === 0 ? [] : { what, count }))
}

async function readProgress(tx: Tx): Promise<Recovery['audit']> {
  const { rows } = await sql<Recovery['audit']>`
    SELECT coalesce(began_at > coalesce(last_run_at, 'epoch'), FALSE) AS "isRunning", compared, listed,
      last_run_at AS "lastRunAt" FROM audit_state`.execute(tx)
  return rows[0]!
}

/** `journal`: a journal that cannot be continued, so that payouts wait. */
async function readCounts(tx: Tx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT (SELECT count(*)::int FROM audit_difference WHERE state = 'open') AS differences,
      (SELECT count(*)::int FROM payout WHERE state IN ('reserved', 'sending', 'unknown')) AS payouts,
      (SELECT count(*)::int FROM suspense_item WHERE given_at IS NULL) AS suspense,
      (SELECT count(problem)::int FROM journal_state) AS journal`.execute(tx)
  return rows[0]!
}
