/** Money that arrived: the node's feed of settled invoices, a sweep of what the feed may have missed, and the crediting.
 * An invoice is credited once, whoever tells of it and however often. */
import type { SettledInvoice } from '#server/lightning/node.ts'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import { CREATING_TIMEOUT_MS } from './invoice.ts'
import {
  claimDueInvoices,
  insertStrayReceipt,
  lockInvoiceByHash,
  moveInvoice,
  readCursor,
  writeCursor,
  type InvoiceRow,
} from './queries.ts'
import { insertLines } from './zap-queries.ts'
import { invoiceMoves } from './state.ts'
import { bookZap } from './zap.ts'

const FEED = 'invoices'
const FEED_RETRY_MS = 500
const SWEEP_BATCH = 50
const SWEEP_AGAIN_MS = 60_000
/** A payment can settle long after expiry; until then the node is asked again. */
const CLOSE_AFTER_MS = 24 * 3_600_000

type Arrival = Pick<SettledInvoice, 'paymentHash' | 'receivedMsat' | 'settledAt'>

/** Credits what arrived and, in the same transaction, moves the feed's cursor on. */
export async function creditInvoice(deps: PaymentDeps, arrival: Arrival, cursor: string | null): Promise<void> {
  const { database, signals, failpoint } = deps
  failpoint('receive:heard')
  const woken = await database.transaction(async (tx) => {
    const names = await credit(deps, tx, arrival)
    if (cursor !== null) await writeCursor(tx, FEED, cursor)
    failpoint('receive:crediting')
    return names
  })
  failpoint('receive:credited')
  for (const name of woken) signals.wake(name)
}

async function credit(deps: PaymentDeps, tx: Tx, arrival: Arrival): Promise<string[]> {
  const { paymentHash, receivedMsat, settledAt } = arrival
  const invoice = await lockInvoiceByHash(tx, paymentHash)
  if (invoice?.state === 'paid') return []
  if (invoice === undefined || receivedMsat < invoice.amount_msat) {
    await keepInSuspense(deps, tx, arrival, invoice)
    return []
  }
  const isPaidNow = await moveInvoice(tx, invoice.id, invoiceMoves.pay, {
    received_msat: receivedMsat,
    settled_at: settledAt,
  })
  if (!isPaidNow) throw new Error(`Invoice ${invoice.id} was paid in state ${invoice.state}`)
  const debit = { account: 'lightning', amountMsat: -receivedMsat } as const
  const idem = `invoice:${paymentHash}:node`
  if (invoice.purpose === 'deposit') {
    const userId = invoice.owner_id!
    const account = { kind: 'user' as const, userId }
    await post(tx, {
      idem,
      kind: 'deposit',
      legs: [debit, { account, amountMsat: receivedMsat }],
      ref: { type: 'invoice', id: invoice.id },
      occurredAt: settledAt,
    })
    const line = { id: newId(), user_id: userId, type: 'Deposit' as const, payment_id: invoice.id }
    await insertLines(tx, [{ ...line, amount_msat: receivedMsat, created_at: settledAt }])
    return [signalOf.invoice(invoice.id), signalOf.user(userId)]
  }
  const legs = await bookZap(tx, {
    id: invoice.id,
    idem,
    debit,
    payerId: null,
    amountMsat: receivedMsat,
    contentId: invoice.content_id!,
    contentType: invoice.content_type!,
    contentTitle: invoice.content_title!,
    terms: invoice.terms!,
    comment: invoice.comment,
    contentTimeSeconds: invoice.content_time_seconds,
    settledAt,
  })
  return [signalOf.invoice(invoice.id), ...legs.flatMap((leg) => (leg.key === null ? [] : signalOf.user(leg.key)))]
}

/** Settled at the node, but nobody's by our rows: booked, so that the books equal the node, and told to the operator. */
async function keepInSuspense(
  deps: PaymentDeps,
  tx: Tx,
  arrival: Arrival,
  invoice: InvoiceRow | undefined,
): Promise<void> {
  const reason = invoice === undefined ? 'unknown-invoice' : 'underpaid'
  if (invoice === undefined) await insertStrayReceipt(tx, arrival)
  deps.log.error('money-in-suspense', { reason, paymentHash: arrival.paymentHash, amountMsat: arrival.receivedMsat })
  await post(tx, {
    idem: `invoice:${arrival.paymentHash}:node`,
    kind: 'suspense',
    legs: [
      { account: 'lightning', amountMsat: -arrival.receivedMsat },
      { account: 'suspense', amountMsat: arrival.receivedMsat },
    ],
    occurredAt: arrival.settledAt,
    meta: { reason },
  })
}

/** Follows the node's feed until the signal aborts; starts again from the stored cursor whenever the node was lost. */
export async function followFeed(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const { database, node, log } = deps
  while (!signal.aborted) {
    try {
      const cursor = await readCursor(database.read, FEED)
      await node.subscribeInvoices(cursor, (event) => creditInvoice(deps, event, event.cursor), signal)
    } catch (error) {
      if (!signal.aborted) log.warn('invoice-feed-lost', { error })
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, FEED_RETRY_MS))
  }
}

/** Asks the node about invoices whose time has come: expired ones, and ones it never answered for. */
export async function sweepInvoices(deps: PaymentDeps): Promise<number> {
  const { database, clock } = deps
  const now = clock.now()
  const due = await claimDueInvoices(database.read, now, new Date(now.getTime() + SWEEP_AGAIN_MS), SWEEP_BATCH)
  for (const invoice of due) await sweepInvoice(deps, invoice)
  return due.length
}

async function sweepInvoice(deps: PaymentDeps, invoice: InvoiceRow): Promise<void> {
  const { database, node, clock, log } = deps
  if (invoice.payment_hash === null || invoice.expires_at === null) {
    if (clock.now().getTime() - invoice.created_at.getTime() >= CREATING_TIMEOUT_MS) {
      await moveInvoice(database.read, invoice.id, invoiceMoves.abandon, {})
    }
    return
  }
  // The time is taken before the lookup: what is said afterwards must be at least as old as the deadline.
  const askedAt = clock.now().getTime()
  try {
    const status = await node.lookupInvoice(invoice.payment_hash)
    if (status.state === 'paid' && status.receivedMsat !== undefined) {
      const settledAt = status.settledAt ?? clock.now()
      await creditInvoice(
        deps,
        { paymentHash: invoice.payment_hash, receivedMsat: status.receivedMsat, settledAt },
        null,
      )
    } else if (status.state !== 'accepted' && askedAt >= invoice.expires_at.getTime() + CLOSE_AFTER_MS) {
      await moveInvoice(database.read, invoice.id, invoiceMoves.close, {})
    }
  } catch (error) {
    log.warn('invoice-lookup-failed', { invoiceId: invoice.id, error })
  }
}
