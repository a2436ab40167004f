/** Checks the books in three ways: the ledger against itself, the ledger against our rows (exactly, in one
 * snapshot), and our rows against the node, hash by hash. A ledger that is consistent can still have lost money.
 * When this runs and what follows: audit/job.ts. */
import { auditLedger, type LedgerReport } from '#server/ledger/audit.ts'
import {
  BATCH,
  compareInvoiceRows,
  comparePayoutRows,
  compareUnknownReceipts,
  findUnknownPayments,
  newComparison,
  type AuditDeps,
  type Comparison,
  type Difference,
  type FeeMismatch,
} from './compare.ts'
import { listInvoicesToAudit, listOldestAudited, listPayoutsToAudit, readBookSums } from './queries.ts'
import type { BookSums, Scope } from './queries.ts'
import { countBooked, isLoss, listOpenDifferences, type DifferenceRow } from './difference-queries.ts'
import { readDatabaseIdentity } from '#server/payments/checked-database.ts'
import { findInvoiceByHash } from '#server/payments/invoices/queries.ts'
import { findPayoutByHash } from '#server/payments/payouts/queries.ts'

/** How many rows that agreed before a `due` audit compares again. */
const AGAIN = 50

export type Audit = {
  /** Of the database, when the audit began. */
  database: string
  ledger: LedgerReport
  sums: BookSums
  /** Hashes on which our rows and the node permanently disagree. Those still in progress are only counted. */
  differences: Difference[]
  /** Fees that a backend with inexact fees reports differently than before. Only shown to the operator. */
  feeMismatches: FeeMismatch[]
  /** Differences of earlier audits on which both sides now agree. */
  healedIds: string[]
  /** How many differences were booked when this audit began. If the number has grown since, the findings may be out
   * of date. */
  bookedCount: number
  inFlight: number
  /** Payments that the node is making and no row of ours knows. */
  unknownInFlight: number
  /** How many hashes were compared with the node. */
  compared: number
  /** How many payments of its own the node listed. */
  listed: number
  /** Ledger minus rows. Each is 0 when the books are right. */
  lightningDifferenceMsat: bigint
  inflightDifferenceMsat: bigint
  suspenseDifferenceMsat: bigint
  purseDifferenceMsat: bigint
  isRight: boolean
}

/** `all` compares every hash with the node; `due` compares those not yet found to agree, and some of the others in
 * turn. Also looks for outgoing payments that the node made after `since` and that are not ours. */
export async function auditPayments(deps: AuditDeps, scope: Scope = 'all', since = new Date(0)): Promise<Audit> {
  const { database } = deps
  const identity = await readDatabaseIdentity(database.read)
  const bookedCount = await countBooked(database.read)
  const truth = newComparison()
  await compareInvoices(deps, scope, truth)
  await comparePayouts(deps, scope, truth)
  if (scope === 'due') {
    const again = await listOldestAudited(database.read, AGAIN)
    await compareInvoiceRows(deps, again.invoices, truth)
    await comparePayoutRows(deps, again.payouts, truth)
  }
  await compareUnknownReceipts(deps, truth)
  await findUnknownPayments(deps, since, truth)
  const healedIds = await recheckOpen(deps, truth)
  const ledger = await auditLedger(database.read)
  const sums = await readBookSums(database.read)
  // The account lightning is the negative of what came in minus what went out. Fees left the node in addition.
  const lightningDifferenceMsat = -sums.lightningMsat - (sums.receivedMsat + sums.strayMsat - sums.sentMsat)
  const feesDifferenceMsat = sums.routingFeesMsat - sums.feesMsat
  const inflightDifferenceMsat = sums.inflightMsat - sums.heldMsat
  const suspenseDifferenceMsat = sums.suspenseMsat - sums.suspenseItemsMsat
  const purseDifferenceMsat = sums.purseMsat - sums.purseRowsMsat
  const isRight =
    ledger.isSound &&
    truth.differences.length === 0 &&
    sums.wrongHeld === 0 &&
    sums.wrongStatements === 0 &&
    [
      lightningDifferenceMsat,
      feesDifferenceMsat,
      inflightDifferenceMsat,
      suspenseDifferenceMsat,
      purseDifferenceMsat,
    ].every((msat) => msat === 0n)
  return {
    database: identity,
    ledger,
    sums,
    ...truth,
    healedIds,
    bookedCount,
    lightningDifferenceMsat,
    inflightDifferenceMsat,
    suspenseDifferenceMsat,
    purseDifferenceMsat,
    isRight,
  }
}

async function compareInvoices(deps: AuditDeps, scope: Scope, truth: Comparison): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows = await listInvoicesToAudit(deps.database.read, scope, after, BATCH)
    await compareInvoiceRows(deps, rows, truth)
    await deps.onBatch?.(truth)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function comparePayouts(deps: AuditDeps, scope: Scope, truth: Comparison): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows = await listPayoutsToAudit(deps.database.read, scope, after, BATCH)
    await comparePayoutRows(deps, rows, truth)
    await deps.onBatch?.(truth)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** Compares open differences that this audit has not found again once more. Returns the ids of those on which both
 * sides now agree; the others stay open, however old they are. */
async function recheckOpen(deps: AuditDeps, truth: Comparison): Promise<string[]> {
  const met = new Set(truth.differences.map(({ paymentHash }) => paymentHash))
  const healedIds: string[] = []
  for (const row of await listOpenDifferences(deps.database.read)) {
    if (row.kind === 'books' || isLoss(row.kind) || met.has(row.subject)) continue
    const now = await compareAgain(deps, row)
    if (now === 'agreed') healedIds.push(row.id)
    else truth.differences.push(now)
  }
  return healedIds
}

/** Compares one difference again. Not finding it does not close it: both sides have to agree. */
export async function compareAgain(deps: AuditDeps, row: DifferenceRow): Promise<Difference | 'agreed'> {
  const { subject: paymentHash, kind, ours, nodes, receivedMsat, sentMsat, feeMsat } = row
  if (kind === 'books' || kind === 'changes-lost' || kind === 'last-second') {
    throw new Error(`${kind} is not compared with the node`)
  }
  const known: Difference = { kind, paymentHash, ours, nodes, change: { receivedMsat, sentMsat, feeMsat } }
  const comparison = newComparison()
  const payout = await findPayoutByHash(deps.database.read, paymentHash)
  if (payout !== undefined) await comparePayoutRows(deps, [payout], comparison)
  else if (kind === 'unknown-payment') {
    // Only the node's report that the payment failed closes it. `not_found` does not, because a node can delete
    // payments.
    return (await deps.node.lookupPayment(paymentHash)).state === 'failed' ? 'agreed' : known
  } else {
    const invoice = await findInvoiceByHash(deps.database.read, paymentHash)
    if (invoice !== undefined) await compareInvoiceRows(deps, [invoice], comparison)
    else await compareUnknownReceipts(deps, comparison, paymentHash)
  }
  if (comparison.differences[0] !== undefined) return comparison.differences[0]
  return comparison.inFlight > 0 || comparison.compared === 0 ? known : 'agreed'
}
