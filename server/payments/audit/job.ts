/** The audit that runs every minute, in one process, and stores its findings for all of them. An open difference
 * halts outgoing payments until both sides agree or an operator has booked it (book-difference.ts). Health, metrics
 * and the log report it. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { auditPayments, type Audit } from './audit.ts'
import type { Comparison, Difference, FeeMismatch } from './compare.ts'
import { markChecked } from '#server/payments/checked-database.ts'
import { lockAuditState, readAuditState, updateHalt } from './state.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readInstalledAt } from '#server/payments/installation.ts'
import { writeRecovering } from './recovering.ts'
import { markReservedUnknown } from '#server/payments/payouts/queries.ts'
import { readOutgoingStop } from '#server/payments/outgoing-stop.ts'
import { countBooked, resolveBooks, resolveDifferences, upsertDifferences, type Finding } from './difference-queries.ts'

const EVERY_MS = 60_000
/** While nothing may leave because the database has not been found right. */
const UNCHECKED_EVERY_MS = 5_000
/** The pause after an audit is this many times its duration, so that a large ledger is not read all the time. */
const PAUSE_FACTOR = 10
/** A node may list a payment some time after it was made. */
const OVERLAP_MS = 3_600_000
/** The longest pause between audits. A due time further ahead means that the clock has been set back. */
const CLOCK_SET_BACK_MS = 1_800_000
const FINDINGS_MAX = 50

/** Runs the audit when it is due. Returns false when it was not due, or another process has claimed it. */
export async function runDueAudit(deps: PaymentDeps): Promise<boolean> {
  const { database, clock } = deps
  const now = clock.now()
  const claimed = await claimAudit(database.read, now)
  if (claimed === null) return false
  const startedMs = performance.now()
  const onBatch = ({ compared, listed }: Comparison) => writeProgress(database.read, compared, listed)
  // What the node paid before this installation is not ours.
  const installedMs = (await readInstalledAt(database.read))?.getTime() ?? 0
  const since = new Date(Math.max(installedMs, (claimed.lastRunAt?.getTime() ?? OVERLAP_MS) - OVERLAP_MS))
  const audit = await auditPayments({ ...deps, onBatch }, 'due', since)
  const { isChecked } = await readAuditState(database.read)
  const pauseMs = Math.max(isChecked ? EVERY_MS : UNCHECKED_EVERY_MS, PAUSE_FACTOR * (performance.now() - startedMs))
  await storeFindings(deps, audit, Math.min(CLOCK_SET_BACK_MS, pauseMs))
  return true
}

async function claimAudit(tx: Tx, now: Date): Promise<{ lastRunAt: Date | null } | null> {
  const { rows } = await sql<{ lastRunAt: Date | null }>`
    UPDATE audit_state SET due_at = ${new Date(now.getTime() + EVERY_MS)}, audited_database = database_identity(),
      began_at = ${now}, compared = 0, listed = 0
    WHERE due_at <= ${now} OR due_at > ${new Date(now.getTime() + CLOCK_SET_BACK_MS)}
      OR audited_database <> database_identity()
    RETURNING last_run_at AS "lastRunAt"`.execute(tx)
  return rows[0] ?? null
}

async function writeProgress(tx: Tx, compared: number, listed: number): Promise<void> {
  await sql`UPDATE audit_state SET compared = ${compared}, listed = ${listed}`.execute(tx)
}

const BEHIND = 'The server continues with an earlier state of its database, and some changes since may be missing.'

/** `node scripts/audit.ts` calls this too. */
export async function storeFindings(
  { database, clock, log }: Pick<PaymentDeps, 'database' | 'clock' | 'log'>,
  audit: Audit,
  restMs: number,
): Promise<void> {
  const now = clock.now()
  const findings = describeFindings(audit)
  const state = await database.transaction(async (tx) => {
    const before = await lockAuditState(tx)
    const { isChecked: wasChecked } = await readAuditState(tx)
    const { recoveringSince } = await readOutgoingStop(tx)
    const isBehind = audit.differences.some(({ kind }) => kind === 'unknown-payment')
    if (isBehind && !wasChecked && recoveringSince === null) {
      await writeRecovering(tx, { reason: BEHIND, loss: 'changes-lost', source: 'payments of the node' }, now)
    }
    // An operator has booked a difference since this audit began, so the next audit is due immediately.
    const isStale = (await countBooked(tx)) !== audit.bookedCount
    if (!isStale) {
      const wrong = findWrongBooks(audit)
      await upsertDifferences(tx, [...wrong, ...audit.differences.map(findingOf)], now)
      await resolveDifferences(tx, audit.healedIds, now)
      await resolveBooks(
        tx,
        wrong.map(({ subject }) => subject),
        now,
      )
    }
    await sql`
      UPDATE audit_state SET last_run_at = ${now}, due_at = ${new Date(now.getTime() + (isStale ? 0 : restMs))},
        next_at = now() + make_interval(secs => ${restMs / 1_000}),
        findings = ${JSON.stringify(findings)}::jsonb,
        last_right_at = CASE WHEN ${audit.isRight} THEN ${now} ELSE last_right_at END`.execute(tx)
    const isChecked = !isStale && audit.isRight && audit.unknownInFlight === 0
    // While a database is not checked, no payout is reserved, so these are all from before.
    if (isChecked && !wasChecked) await markReservedUnknown(tx, now)
    if (isChecked) await markChecked(tx, audit.database)
    return { wasHalted: before.haltedAt !== null, isHalted: await updateHalt(tx, now) }
  })
  if (!audit.isRight) log.error('books-differ', { findings, isHalted: state.isHalted })
  if (audit.feeMismatches.length > 0)
    log.error('fees-told-differ', { fees: audit.feeMismatches.slice(0, FINDINGS_MAX).map(formatDifference) })
  if (state.wasHalted && !state.isHalted) log.warn('books-right-again', {})
}

function findingOf({ kind, paymentHash: subject, ours, nodes, change }: Difference): Finding {
  return { kind, subject, ours, nodes, ...change }
}

/** The findings as sentences for the operator. Empty when nothing is wrong. */
export function describeFindings(audit: Audit): string[] {
  const books = findWrongBooks(audit).map(({ ours }) => ours)
  return [...books, ...audit.differences.map(formatDifference)].slice(0, FINDINGS_MAX)
}

/** Checks the ledger against itself and against our rows. Each failed check has its own subject. */
function findWrongBooks(audit: Audit): Finding[] {
  const { ledger, sums } = audit
  const amounts: [string, string, bigint][] = [
    ['ledger', 'All entries of the ledger together', ledger.sumMsat],
    ['lightning', 'The account lightning against invoices and payouts', audit.lightningDifferenceMsat],
    ['routing_fees', 'The account routing_fees against payouts and receipts', sums.routingFeesMsat - sums.feesMsat],
    ['inflight', 'The account inflight against unfinished payouts', audit.inflightDifferenceMsat],
    ['suspense', 'The account suspense against its items', audit.suspenseDifferenceMsat],
    ['purse', 'The account purse against fillings and gifts', audit.purseDifferenceMsat],
  ]
  const found: [string, string][] = [
    ...amounts.flatMap(([name, what, msat]): [string, string][] =>
      msat === 0n ? [] : [[name, `${what}: ${msat} msat instead of 0`]],
    ),
    ...ledger.unbalancedTxIds.map((id): [string, string] => [`tx ${id}`, `Transfer ${id} does not sum to zero`]),
    ...ledger.drifts.map(({ code, balanceMsat, entriesMsat }): [string, string] => [
      `drift ${code}`,
      `Account ${code}: balance ${balanceMsat}, entries ${entriesMsat}`,
    ]),
    ...ledger.negativeAccounts.map((code): [string, string] => [`negative ${code}`, `Account ${code} is below zero`]),
  ]
  if (sums.wrongHeld > 0)
    found.push(['held', `${sums.wrongHeld} promos, events or rewards do not hold what their rows say`])
  if (sums.wrongStatements > 0) {
    found.push(['statements', `${sums.wrongStatements} statements do not sum to the balance`])
  }
  return found.map(([subject, ours]) => {
    return { kind: 'books', subject, ours, nodes: '', receivedMsat: 0n, sentMsat: 0n, feeMsat: 0n }
  })
}

export function formatDifference({ paymentHash, ours, nodes }: FeeMismatch): string {
  return `${paymentHash}: ours ${ours}, the node's ${nodes}`
}
