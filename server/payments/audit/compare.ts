/** Compares our rows with the node, payment by payment. Rows that agree are marked; for rows that differ, the result
 * says what a booking would add to our books. When this runs, and over which rows: audit.ts. */
import type { InvoiceStatus, LightningNode } from '#server/lightning/node.ts'
import {
  findKnownHashes,
  listUnknownReceipts,
  markAudited,
  readAdjustments,
  readStray,
  type Amounts,
  type Receipt,
} from './queries.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { DifferenceKind } from './difference-queries.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import type { PayoutRow } from '#server/payments/payouts/queries.ts'

export const BATCH = 200
const NOTHING: Amounts = { receivedMsat: 0n, sentMsat: 0n, feeMsat: 0n }

export type AuditDeps = Pick<PaymentDeps, 'database' | 'node'> & {
  /** After each batch of rows, and when the node has listed its payments. */
  onBatch?: (sofar: Comparison) => Promise<void>
}

export type FeeMismatch = { paymentHash: string; ours: string; nodes: string }
export type Difference = FeeMismatch & {
  kind: Exclude<DifferenceKind, 'books' | 'changes-lost' | 'last-second'>
  /** What a booking adds to our books to make them equal to the node's. */
  change: Amounts
}

export type Comparison = {
  differences: Difference[]
  feeMismatches: FeeMismatch[]
  inFlight: number
  unknownInFlight: number
  compared: number
  listed: number
}

export const newComparison = (): Comparison => {
  return { differences: [], feeMismatches: [], inFlight: 0, unknownInFlight: 0, compared: 0, listed: 0 }
}

export async function compareInvoiceRows(
  { database, node }: AuditDeps,
  rows: readonly InvoiceRow[],
  truth: Comparison,
): Promise<void> {
  const hashes = rows.map((row) => row.payment_hash!)
  const stray = await readStray(database.read, hashes)
  const adjusted = await readAdjustments(database.read, hashes)
  const right: string[] = []
  for (const row of rows) {
    const paymentHash = row.payment_hash!
    const status = await node.lookupInvoice(paymentHash)
    truth.compared++
    const nodes = receiptOf(status)
    const beside = stray.get(paymentHash)
    const { receivedMsat, feeMsat } = adjusted.get(paymentHash) ?? NOTHING
    const isCredited = row.state === 'paid' && row.paid_inside_as === null
    const ours = {
      msat: (isCredited ? row.received_msat! : 0n) + (beside?.msat ?? 0n) + receivedMsat,
      feeMsat: row.fee_msat + (beside?.feeMsat ?? 0n) + feeMsat,
    }
    const compared = { paymentHash, name: row.state, ours, nodes }
    if (isSameReceipt(node, compared, truth)) {
      if (isOver(row, status)) right.push(row.id)
      continue
    }
    const isUnbooked = ours.msat === 0n && !isCredited
    if (isUnbooked && row.state !== 'closed') truth.inFlight++
    else truth.differences.push(describeReceipt(compared, status, isUnbooked))
  }
  if (right.length > 0) await markAudited(database.read, 'invoice', right)
}

/** `feeMsat` is null when the node does not report a fee. */
type NodeReceipt = { msat: bigint; feeMsat: bigint | null }

function receiptOf({ state, receivedMsat = 0n, feeMsat }: InvoiceStatus): NodeReceipt {
  return state === 'paid' ? { msat: receivedMsat, feeMsat: feeMsat ?? null } : { msat: 0n, feeMsat: null }
}

type Compared = { paymentHash: string; name: string; ours: Receipt; nodes: NodeReceipt }

function describeReceipt(
  { paymentHash, name, ours, nodes }: Compared,
  { state }: InvoiceStatus,
  isUnbooked: boolean,
): Difference {
  const nodesFeeMsat = nodes.msat === 0n ? 0n : (nodes.feeMsat ?? ours.feeMsat)
  const kind = nodes.msat === ours.msat ? 'receipt-fee' : nodes.msat === 0n ? 'receipt-missing' : 'receipt-amount'
  return {
    kind: isUnbooked ? 'receipt-unbooked' : kind,
    paymentHash,
    ours: formatReceipt(name, ours),
    nodes: formatReceipt(state, nodes),
    change: { receivedMsat: nodes.msat - ours.msat, sentMsat: 0n, feeMsat: nodesFeeMsat - ours.feeMsat },
  }
}

/** Compares the amount received and, where the node reports it, the fee that the backend deducted. */
function isSameReceipt(
  { capabilities }: LightningNode,
  { paymentHash, name, ours, nodes }: Compared,
  truth: Comparison,
): boolean {
  if (nodes.feeMsat === null || ours.msat === 0n) return nodes.msat === ours.msat
  if (nodes.msat !== ours.msat || (nodes.feeMsat !== ours.feeMsat && capabilities.fees === 'exact')) return false
  if (nodes.feeMsat !== ours.feeMsat) {
    truth.feeMismatches.push({ paymentHash, ours: formatReceipt(name, ours), nodes: formatReceipt('paid', nodes) })
  }
  return true
}

const formatReceipt = (name: string, { msat, feeMsat }: NodeReceipt) =>
  `${name} ${msat}${feeMsat ? ` fee ${feeMsat}` : ''}`

/** Nothing more is expected for this invoice. Until then, every audit looks it up at the node. */
function isOver(row: InvoiceRow, status: InvoiceStatus): boolean {
  return row.state === 'paid' || row.state === 'closed' || status.state === 'canceled'
}

export async function comparePayoutRows(
  { database, node }: AuditDeps,
  rows: readonly PayoutRow[],
  truth: Comparison,
): Promise<void> {
  const right: string[] = []
  const hashes = rows.map((row) => row.payment_hash)
  const adjusted = await readAdjustments(database.read, hashes)
  for (const row of rows) {
    const status = await node.lookupPayment(row.payment_hash)
    truth.compared++
    const isOursFinal = row.state === 'settled' || row.state === 'failed'
    const isNodeFinal = status.state === 'succeeded' || status.state === 'failed' || status.state === 'not_found'
    if (!isOursFinal || !isNodeFinal) {
      truth.inFlight++
      continue
    }
    const isSettled = row.state === 'settled'
    const adjustment = adjusted.get(row.payment_hash) ?? NOTHING
    const sentMsat = (isSettled ? row.amount_msat : 0n) + adjustment.sentMsat
    const feeMsat = (isSettled ? row.fee_msat! : 0n) + adjustment.feeMsat
    const isPaid = status.state === 'succeeded'
    const nodesSentMsat = isPaid ? row.amount_msat : 0n
    const nodesFeeMsat = isPaid ? (status.isFeeUnreported === true ? feeMsat : status.feeMsat) : 0n
    const isSame = sentMsat === nodesSentMsat
    const isOtherFee = feeMsat !== nodesFeeMsat
    const mismatch = {
      paymentHash: row.payment_hash,
      ours: isSame ? `${row.state} fee ${feeMsat}` : row.state,
      nodes: isSame ? `${status.state} fee ${nodesFeeMsat}` : status.state,
    }
    if (isSame && (!isOtherFee || node.capabilities.fees !== 'exact')) {
      right.push(row.id)
      if (isOtherFee) truth.feeMismatches.push(mismatch)
      continue
    }
    const change = { receivedMsat: 0n, sentMsat: nodesSentMsat - sentMsat, feeMsat: nodesFeeMsat - feeMsat }
    truth.differences.push({ kind: kindOfPayout(row, change.sentMsat), ...mismatch, change })
  }
  if (right.length > 0) await markAudited(database.read, 'payout', right)
}

function kindOfPayout({ state }: PayoutRow, missingMsat: bigint): Difference['kind'] {
  if (missingMsat === 0n) return 'payout-fee'
  if (missingMsat < 0n) return 'payout-missing'
  // An operator has booked this payout as never paid, so the books treat it like any unknown payment.
  return state === 'failed' ? 'payout-unbooked' : 'unknown-payment'
}

/** Receipts in suspense that belong to no invoice must have arrived at the node. `only` limits this to one payment
 * hash. */
export async function compareUnknownReceipts(
  { database, node }: AuditDeps,
  truth: Comparison,
  only?: string,
): Promise<void> {
  const receipts = await listUnknownReceipts(database.read, only)
  const hashes = receipts.map(({ paymentHash }) => paymentHash)
  const adjusted = await readAdjustments(database.read, hashes)
  for (const { paymentHash, msat, feeMsat } of receipts) {
    const status = await node.lookupInvoice(paymentHash)
    truth.compared++
    const adjustment = adjusted.get(paymentHash) ?? NOTHING
    const ours = { msat: msat + adjustment.receivedMsat, feeMsat: feeMsat + adjustment.feeMsat }
    const compared = { paymentHash, name: 'suspense', ours, nodes: receiptOf(status) }
    if (!isSameReceipt(node, compared, truth)) truth.differences.push(describeReceipt(compared, status, false))
  }
}

/** Payments of the node that are in none of our rows: money that left without us. */
export async function findUnknownPayments(
  { database, node, onBatch }: AuditDeps,
  since: Date,
  truth: Comparison,
): Promise<void> {
  const payments = await node.listPayments(since)
  truth.listed = payments.length
  await onBatch?.(truth)
  for (let start = 0; start < payments.length; start += BATCH) {
    const batch = payments.slice(start, start + BATCH)
    const hashes = batch.map((payment) => payment.paymentHash)
    const known = await findKnownHashes(database.read, hashes)
    for (const { paymentHash, amountMsat, outcome } of batch) {
      if (known.has(paymentHash)) continue
      if (outcome.state === 'in_flight' || outcome.state === 'unknown') truth.unknownInFlight++
      if (outcome.state !== 'succeeded') continue
      truth.differences.push({
        kind: 'unknown-payment',
        paymentHash,
        ours: 'unknown to us',
        nodes: `succeeded ${amountMsat} fee ${outcome.feeMsat}`,
        change: { receivedMsat: 0n, sentMsat: amountMsat, feeMsat: outcome.feeMsat },
      })
    }
  }
}
