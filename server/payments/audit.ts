/** The books against the node: for every hash of ours, what the node says and what the ledger says must be the same.
 * The ledger's audit of itself is server/ledger/audit.ts; a ledger that agrees with itself can still have lost money. */
import { auditLedger, type LedgerReport } from '#server/ledger/audit.ts'
import { readBalance } from '#server/ledger/balances.ts'
import type { PaymentDeps } from './deps.ts'
import { listIssuedInvoices, listPayouts, listStrayReceipts, sumHeldMsat } from './queries.ts'

const BATCH = 200

export type Difference = { paymentHash: string; ours: string; nodes: string }

export type Audit = {
  ledger: LedgerReport
  /** Hashes on which ledger rows and node disagree for good; those still under way are only counted. */
  differences: Difference[]
  underWay: number
  receivedMsat: bigint
  sentMsat: bigint
  feesMsat: bigint
  /** What the ledger says the node holds beyond what its payments make: 0 when the books are right. */
  lightningDifferenceMsat: bigint
  /** inflight against unfinished payouts: 0 when the books are right. */
  inflightDifferenceMsat: bigint
  isRight: boolean
}

type Truth = Pick<Audit, 'differences' | 'underWay' | 'receivedMsat' | 'sentMsat' | 'feesMsat'>
export type AuditDeps = Pick<PaymentDeps, 'database' | 'node'>

export async function auditPayments(deps: AuditDeps): Promise<Audit> {
  const { database } = deps
  const truth: Truth = { differences: [], underWay: 0, receivedMsat: 0n, sentMsat: 0n, feesMsat: 0n }
  await compareInvoices(deps, truth)
  await compareStrayReceipts(deps, truth)
  await comparePayouts(deps, truth)
  const ledger = await auditLedger(database.read)
  const lightning = await readBalance(database.read, 'lightning')
  const routingFees = await readBalance(database.read, 'routing_fees')
  const inflight = await readBalance(database.read, 'inflight')
  // lightning is negative for what the node holds (money-in minus money-out); fees left the node as well.
  const lightningDifferenceMsat = -(lightning + routingFees) - (truth.receivedMsat - truth.sentMsat - truth.feesMsat)
  const inflightDifferenceMsat = inflight - (await sumHeldMsat(database.read))
  const isRight =
    ledger.isSound &&
    truth.differences.length === 0 &&
    (lightningDifferenceMsat === 0n || truth.underWay > 0) &&
    inflightDifferenceMsat === 0n
  return { ledger, ...truth, lightningDifferenceMsat, inflightDifferenceMsat, isRight }
}

async function compareInvoices({ database, node }: AuditDeps, truth: Truth): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows = await listIssuedInvoices(database.read, after, BATCH)
    for (const row of rows) {
      const paymentHash = row.payment_hash!
      const status = await node.lookupInvoice(paymentHash)
      const nodeMsat = status.state === 'paid' ? (status.receivedMsat ?? 0n) : 0n
      const oursMsat = row.received_msat ?? 0n
      truth.receivedMsat += nodeMsat
      if (nodeMsat > 0n && row.state === 'open') truth.underWay++
      else if (nodeMsat !== oursMsat) {
        truth.differences.push({ paymentHash, ours: `${row.state} ${oursMsat}`, nodes: `${status.state} ${nodeMsat}` })
      }
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** What arrived for nobody counts as received; it stands in suspense. */
async function compareStrayReceipts({ database, node }: AuditDeps, truth: Truth): Promise<void> {
  for (const { payment_hash: paymentHash, received_msat: receivedMsat } of await listStrayReceipts(database.read)) {
    const status = await node.lookupInvoice(paymentHash)
    const nodeMsat = status.state === 'paid' ? (status.receivedMsat ?? 0n) : 0n
    truth.receivedMsat += nodeMsat
    if (nodeMsat === receivedMsat) continue
    truth.differences.push({ paymentHash, ours: `suspense ${receivedMsat}`, nodes: `${status.state} ${nodeMsat}` })
  }
}

async function comparePayouts({ database, node }: AuditDeps, truth: Truth): Promise<void> {
  const heard = new Set<string>()
  for (let after: string | null = null; ;) {
    const rows = await listPayouts(database.read, after, BATCH)
    for (const row of rows) {
      heard.add(row.payment_hash)
      const status = await node.lookupPayment(row.payment_hash)
      if (status.state === 'succeeded') {
        truth.sentMsat += row.amount_msat
        truth.feesMsat += status.feeMsat
      }
      const isOursFinal = row.state === 'settled' || row.state === 'failed'
      const isNodeFinal = status.state === 'succeeded' || status.state === 'failed' || status.state === 'not_found'
      const isSame =
        row.state === 'settled'
          ? status.state === 'succeeded' && status.feeMsat === row.fee_msat
          : status.state === 'failed' || status.state === 'not_found'
      if (!isOursFinal || !isNodeFinal) truth.underWay++
      else if (!isSame) truth.differences.push({ paymentHash: row.payment_hash, ours: row.state, nodes: status.state })
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)!.id
  }
  for (const payment of await node.listPayments(new Date(0))) {
    if (heard.has(payment.paymentHash) || payment.outcome.state !== 'succeeded') continue
    truth.sentMsat += payment.amountMsat
    truth.feesMsat += payment.outcome.feeMsat
    truth.differences.push({ paymentHash: payment.paymentHash, ours: 'unknown to us', nodes: 'succeeded' })
  }
}
