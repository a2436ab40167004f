/** The books checked three ways: the ledger against itself, the ledger against our rows (exactly, of one moment), and our
 * rows against the node, hash by hash. A ledger that agrees with itself can still have lost money.
 * When it runs and what follows is audit-job.ts. */
import { auditLedger, type LedgerReport } from '#server/ledger/audit.ts'
import type { InvoiceStatus, LightningNode } from '#server/lightning/node.ts'
import {
  findKnownHashes,
  listInvoicesToAudit,
  listOldestAudited,
  listPayoutsToAudit,
  listUnknownReceipts,
  markAudited,
  readBookSums,
  readStray,
  type BookSums,
  type Receipt,
  type Scope,
} from './audit-queries.ts'
import type { PaymentDeps } from './deps.ts'
import type { InvoiceRow } from './invoice-queries.ts'
import type { PayoutRow } from './payout-queries.ts'

const BATCH = 200
/** How many that were right before are asked about again in a quick audit. */
const AGAIN = 50

export type Difference = { paymentHash: string; ours: string; nodes: string }

export type Audit = {
  ledger: LedgerReport
  sums: BookSums
  /** Hashes on which our rows and the node disagree for good; those still under way are only counted. */
  differences: Difference[]
  /** Fees that a backend whose word on them does not hold tells otherwise than before: for the operator to see, no more. */
  doubts: Difference[]
  underWay: number
  /** How many hashes the node was asked about. */
  compared: number
  /** Ledger against rows: each is 0 when the books are right. */
  lightningDifferenceMsat: bigint
  inflightDifferenceMsat: bigint
  suspenseDifferenceMsat: bigint
  isRight: boolean
}

export type AuditDeps = Pick<PaymentDeps, 'database' | 'node'>

/** `all` asks the node about every hash there is; `due` about those not yet found right, and some of the others in turn.
 * Outgoing payments the node made since then that are not ours are looked for too. */
export async function auditPayments(deps: AuditDeps, scope: Scope = 'all', since = new Date(0)): Promise<Audit> {
  const { database } = deps
  const truth: Truth = { differences: [], doubts: [], underWay: 0, compared: 0 }
  await compareInvoices(deps, scope, truth)
  await comparePayouts(deps, scope, truth)
  if (scope === 'due') {
    const again = await listOldestAudited(database.read, AGAIN)
    await compareInvoiceRows(deps, again.invoices, truth)
    await comparePayoutRows(deps, again.payouts, truth)
  }
  await compareUnknownReceipts(deps, truth)
  await findForeignPayments(deps, since, truth)
  const ledger = await auditLedger(database.read)
  const sums = await readBookSums(database.read)
  // lightning is what came in less what went out with its sign turned; fees left the node beside it.
  const lightningDifferenceMsat = -sums.lightningMsat - (sums.receivedMsat + sums.strayMsat - sums.sentMsat)
  const feesDifferenceMsat = sums.routingFeesMsat - sums.feesMsat
  const inflightDifferenceMsat = sums.inflightMsat - sums.heldMsat
  const suspenseDifferenceMsat = sums.suspenseMsat - sums.suspenseItemsMsat
  const isRight =
    ledger.isSound &&
    truth.differences.length === 0 &&
    sums.wrongStatements === 0 &&
    [lightningDifferenceMsat, feesDifferenceMsat, inflightDifferenceMsat, suspenseDifferenceMsat].every(
      (msat) => msat === 0n,
    )
  return { ledger, sums, ...truth, lightningDifferenceMsat, inflightDifferenceMsat, suspenseDifferenceMsat, isRight }
}

type Truth = Pick<Audit, 'differences' | 'doubts' | 'underWay' | 'compared'>

async function compareInvoices(deps: AuditDeps, scope: Scope, truth: Truth): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows = await listInvoicesToAudit(deps.database.read, scope, after, BATCH)
    await compareInvoiceRows(deps, rows, truth)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function compareInvoiceRows({ database, node }: AuditDeps, rows: InvoiceRow[], truth: Truth): Promise<void> {
  const stray = await readStray(
    database.read,
    rows.map((row) => row.payment_hash!),
  )
  const right: string[] = []
  for (const row of rows) {
    const paymentHash = row.payment_hash!
    const status = await node.lookupInvoice(paymentHash)
    truth.compared++
    const nodes = receiptOf(status)
    const beside = stray.get(paymentHash)
    const ours = {
      msat: (row.paid_inside_as === null ? (row.received_msat ?? 0n) : 0n) + (beside?.msat ?? 0n),
      feeMsat: row.fee_msat + (beside?.feeMsat ?? 0n),
    }
    if (isSameReceipt(node, { paymentHash, name: row.state, ours, nodes }, truth)) {
      if (isOver(row, status)) right.push(row.id)
    } else if (nodes.msat > 0n && ours.msat === 0n && row.state !== 'closed') truth.underWay++
    else
      truth.differences.push({ paymentHash, ours: sayReceipt(row.state, ours), nodes: sayReceipt(status.state, nodes) })
  }
  if (right.length > 0) await markAudited(database.read, 'invoice', right)
}

/** Null: the node says nothing of a fee. */
type NodeReceipt = { msat: bigint; feeMsat: bigint | null }

function receiptOf({ state, receivedMsat = 0n, feeMsat }: InvoiceStatus): NodeReceipt {
  return state === 'paid' ? { msat: receivedMsat, feeMsat: feeMsat ?? null } : { msat: 0n, feeMsat: null }
}

type Compared = { paymentHash: string; name: string; ours: Receipt; nodes: NodeReceipt }

/** What was paid, and what was kept of it where the node tells. */
function isSameReceipt(
  { capabilities }: LightningNode,
  { paymentHash, name, ours, nodes }: Compared,
  truth: Truth,
): boolean {
  if (nodes.feeMsat === null || ours.msat === 0n) return nodes.msat === ours.msat
  // Booked by a release of this server that knew only what was left after the fee: as much is in the books as at the node.
  if (ours.feeMsat === 0n && ours.msat === nodes.msat - nodes.feeMsat) return true
  if (nodes.msat !== ours.msat || (nodes.feeMsat !== ours.feeMsat && capabilities.fees === 'exact')) return false
  if (nodes.feeMsat !== ours.feeMsat) {
    truth.doubts.push({ paymentHash, ours: sayReceipt(name, ours), nodes: sayReceipt('paid', nodes) })
  }
  return true
}

const sayReceipt = (name: string, { msat, feeMsat }: NodeReceipt) =>
  `${name} ${msat}${feeMsat ? ` fee ${feeMsat}` : ''}`

/** Nothing more is expected of it; until then it is asked about each time. */
function isOver(row: InvoiceRow, status: InvoiceStatus): boolean {
  return row.state === 'paid' || row.state === 'closed' || status.state === 'canceled'
}

async function comparePayouts(deps: AuditDeps, scope: Scope, truth: Truth): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows = await listPayoutsToAudit(deps.database.read, scope, after, BATCH)
    await comparePayoutRows(deps, rows, truth)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function comparePayoutRows({ database, node }: AuditDeps, rows: PayoutRow[], truth: Truth): Promise<void> {
  const right: string[] = []
  for (const row of rows) {
    const status = await node.lookupPayment(row.payment_hash)
    truth.compared++
    const isOursFinal = row.state === 'settled' || row.state === 'failed'
    const isNodeFinal = status.state === 'succeeded' || status.state === 'failed' || status.state === 'not_found'
    const isPaid = status.state === 'succeeded'
    const isSame = (row.state === 'settled') === isPaid
    const isOtherFee = isSame && isPaid && status.isFeeUntold !== true && status.feeMsat !== row.fee_msat
    const isWrong = !isSame || (isOtherFee && node.capabilities.fees === 'exact')
    const paymentHash = row.payment_hash
    const told = isOtherFee
      ? { paymentHash, ours: `settled fee ${row.fee_msat}`, nodes: `succeeded fee ${status.feeMsat}` }
      : { paymentHash, ours: row.state, nodes: status.state }
    if (!isOursFinal || !isNodeFinal) truth.underWay++
    else if (isWrong) truth.differences.push(told)
    else right.push(row.id)
    if (isOtherFee && !isWrong) truth.doubts.push(told)
  }
  if (right.length > 0) await markAudited(database.read, 'payout', right)
}

/** What arrived for nobody stands in suspense, and must have arrived. */
async function compareUnknownReceipts({ database, node }: AuditDeps, truth: Truth): Promise<void> {
  for (const { paymentHash, ...ours } of await listUnknownReceipts(database.read)) {
    const status = await node.lookupInvoice(paymentHash)
    truth.compared++
    const nodes = receiptOf(status)
    if (isSameReceipt(node, { paymentHash, name: 'suspense', ours, nodes }, truth)) continue
    truth.differences.push({ paymentHash, ours: sayReceipt('suspense', ours), nodes: sayReceipt(status.state, nodes) })
  }
}

/** Money left the node, and not by us. */
async function findForeignPayments({ database, node }: AuditDeps, since: Date, truth: Truth): Promise<void> {
  const payments = (await node.listPayments(since)).filter((payment) => payment.outcome.state === 'succeeded')
  for (let start = 0; start < payments.length; start += BATCH) {
    const hashes = payments.slice(start, start + BATCH).map((payment) => payment.paymentHash)
    const known = await findKnownHashes(database.read, hashes)
    for (const paymentHash of hashes) {
      if (known.has(paymentHash)) continue
      truth.differences.push({ paymentHash, ours: 'unknown to us', nodes: 'succeeded' })
    }
  }
}
