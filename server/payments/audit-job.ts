/** The audit each minute: one process runs it, all see what it found, and a difference that stays stops what would leave
 * this server. It goes on by itself once the books are right again; the operator has been told by log, health and metrics. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { auditPayments, type Audit, type Difference } from './audit.ts'
import type { PaymentDeps } from './deps.ts'

const EVERY_MS = 60_000
/** The longer one takes, the rarer it comes: a large ledger must not be read all the time. */
const REST = 10
/** A difference this old is no payment under way any more. */
const HALT_AFTER_MS = 60_000
/** A node may list a payment a while after it was made. */
const OVERLAP_MS = 3_600_000
/** No audit rests for so long: the clock has been set back since. */
const CLOCK_SET_BACK_MS = 1_800_000
const FINDINGS_MAX = 50

/** Runs it when it is due; false when it was not, or another process has taken it. */
export async function runDueAudit(deps: PaymentDeps): Promise<boolean> {
  const { database, clock } = deps
  const now = clock.now()
  const claimed = await claimAudit(database.read, now)
  if (claimed === null) return false
  const startedMs = performance.now()
  const audit = await auditPayments(deps, 'due', new Date((claimed.lastRunAt?.getTime() ?? OVERLAP_MS) - OVERLAP_MS))
  const restMs = Math.min(CLOCK_SET_BACK_MS, Math.max(EVERY_MS, REST * (performance.now() - startedMs)))
  await storeFindings(deps, audit, restMs)
  return true
}

async function claimAudit(tx: Tx, now: Date): Promise<{ lastRunAt: Date | null } | null> {
  const { rows } = await sql<{ lastRunAt: Date | null }>`
    UPDATE audit_state SET due_at = ${new Date(now.getTime() + EVERY_MS)}
    WHERE due_at <= ${now} OR due_at > ${new Date(now.getTime() + CLOCK_SET_BACK_MS)}
    RETURNING last_run_at AS "lastRunAt"`.execute(tx)
  return rows[0] ?? null
}

/** Also what `node scripts/audit.ts` writes down. */
export async function storeFindings(
  { database, clock, log }: Pick<PaymentDeps, 'database' | 'clock' | 'log'>,
  audit: Audit,
  restMs: number,
): Promise<void> {
  const now = clock.now()
  const findings = describeFindings(audit)
  const { rows } = await sql<{ halted_at: Date | null; was_halted: boolean }>`
    WITH before AS (SELECT halted_at FROM audit_state FOR UPDATE)
    UPDATE audit_state SET last_run_at = ${now}, due_at = ${new Date(now.getTime() + restMs)},
      findings = ${JSON.stringify(findings)}::jsonb,
      last_right_at = CASE WHEN ${audit.isRight} THEN ${now} ELSE last_right_at END,
      wrong_since = CASE WHEN ${audit.isRight} THEN NULL ELSE coalesce(wrong_since, ${now}) END,
      halted_at = CASE
        WHEN ${audit.isRight} THEN NULL
        WHEN audit_state.halted_at IS NOT NULL THEN audit_state.halted_at
        WHEN wrong_since <= ${new Date(now.getTime() - HALT_AFTER_MS)} THEN ${now} END
    FROM before RETURNING audit_state.halted_at, before.halted_at IS NOT NULL AS was_halted`.execute(database.read)
  const state = rows[0]!
  if (!audit.isRight) log.error('books-differ', { findings, isHalted: state.halted_at !== null })
  if (audit.doubts.length > 0)
    log.error('fees-told-differ', { fees: audit.doubts.slice(0, FINDINGS_MAX).map(sayDifference) })
  if (state.was_halted && state.halted_at === null) log.warn('books-right-again', {})
}

/** What is wrong, in sentences for the operator; empty when nothing is. */
export function describeFindings(audit: Audit): string[] {
  const { ledger, sums } = audit
  const amounts: [string, bigint][] = [
    ['All entries of the ledger together', ledger.sumMsat],
    ['The account lightning against invoices and payouts', audit.lightningDifferenceMsat],
    ['The account routing_fees against payouts and receipts', sums.routingFeesMsat - sums.feesMsat],
    ['The account inflight against unfinished payouts', audit.inflightDifferenceMsat],
    ['The account suspense against its items', audit.suspenseDifferenceMsat],
  ]
  return [
    ...amounts.flatMap(([what, msat]) => (msat === 0n ? [] : `${what}: ${msat} msat instead of 0`)),
    ...ledger.unbalancedTxIds.map((id) => `Transfer ${id} does not sum to zero`),
    ...ledger.drifts.map(
      (drift) => `Account ${drift.code}: balance ${drift.balanceMsat}, entries ${drift.entriesMsat}`,
    ),
    ...ledger.negativeAccounts.map((code) => `Account ${code} is below zero`),
    ...(sums.wrongStatements === 0 ? [] : [`${sums.wrongStatements} statements do not sum to the balance`]),
    ...audit.differences.map(sayDifference),
  ].slice(0, FINDINGS_MAX)
}

export function sayDifference({ paymentHash, ours, nodes }: Difference): string {
  return `${paymentHash}: ours ${ours}, the node's ${nodes}`
}
