/** Incoming payments: the node's feed of settled invoices, and a sweep for those the feed missed. Crediting is in
 * credit.ts. */
import type { SettledInvoice } from '#server/lightning/node.ts'
import { isDatabaseUnreachable } from '#server/platform/database/database.ts'
import { creditArrivals, creditSuspense, type Arrival } from './credit.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { CREATING_TIMEOUT_MS } from '#server/payments/invoices/invoice.ts'
import { claimDueInvoices, moveInvoice, readCursor, type InvoiceRow } from '#server/payments/invoices/queries.ts'
import { invoiceMoves } from '#server/payments/state.ts'

const FEED = 'invoices'
const FEED_RETRY_MS = 500
const BATCH_MAX = 20
const BOOKING_ATTEMPTS = 5
const BOOKING_PAUSE_MS = 200
const SWEEP_BATCH = 50
const SWEEP_AGAIN_MS = 60_000
/** A payment can settle long after expiry, so the node is queried until then. */
const CLOSE_AFTER_MS = 24 * 3_600_000

/** Credits one invoice that the node reports as paid. */
export function creditInvoice(deps: PaymentDeps, arrival: Arrival): Promise<void> {
  deps.failpoint('receive:heard')
  return creditArrivals(deps, [arrival], null)
}

type Intake = {
  /** Resolves when there is capacity for more. Rejects when an earlier event could not be credited. */
  take(event: SettledInvoice): Promise<void>
  /** Resolves when no event is being credited. */
  whenIdle(): Promise<void>
}

/** Takes events from the node's feed. While a batch is being credited, new events collect into the next batch.
 * Events that were taken but not credited are read again from the stored cursor. */
function createIntake(deps: PaymentDeps, onLost: (error: unknown) => void): Intake {
  const waiting: SettledInvoice[] = []
  let working: Promise<void> | null = null
  let lost: { error: unknown } | null = null

  async function work(): Promise<void> {
    try {
      while (waiting.length > 0) await creditBatch(deps, waiting.splice(0, BATCH_MAX))
    } catch (error) {
      lost = { error }
      onLost(error)
    }
    working = null
  }

  return {
    async take(event) {
      deps.failpoint('receive:heard')
      if (lost !== null) throw lost.error
      waiting.push(event)
      working ??= work()
      if (waiting.length >= BATCH_MAX) await working
    },
    whenIdle: async () => working ?? undefined,
  }
}

/** Credits in the order of arrival: the cursor never passes an event that is neither credited nor set aside. */
async function creditBatch(deps: PaymentDeps, events: readonly SettledInvoice[]): Promise<void> {
  try {
    return await creditArrivals(deps, events, { feed: FEED, cursor: events.at(-1)!.cursor })
  } catch (error) {
    if (isDatabaseUnreachable(error)) throw error
  }
  for (const event of events) await creditOrSetAside(deps, event)
}

/** Tries a receipt several times. If it still cannot be booked, sets it aside, so that it does not block the ones
 * after it. */
async function creditOrSetAside(deps: PaymentDeps, event: SettledInvoice): Promise<void> {
  const place = { feed: FEED, cursor: event.cursor }
  const { paymentHash } = event
  for (let attempt = 1; attempt <= BOOKING_ATTEMPTS; attempt++) {
    try {
      return await creditArrivals(deps, [event], place)
    } catch (error) {
      if (isDatabaseUnreachable(error)) throw error
      deps.log.error('receipt-not-booked', { paymentHash, attempt, error })
      await new Promise((resolve) => setTimeout(resolve, BOOKING_PAUSE_MS))
    }
  }
  await creditSuspense(deps, event, place)
}

/** Follows the node's feed until the signal aborts. Restarts from the stored cursor after each lost connection. */
export async function followFeed(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const { database, node, log } = deps
  while (!signal.aborted) {
    const broken = new AbortController()
    const intake = createIntake(deps, (error) => broken.abort(error))
    try {
      const cursor = await readCursor(database.read, FEED)
      await node.subscribeInvoices(cursor, intake.take, AbortSignal.any([signal, broken.signal]))
      broken.signal.throwIfAborted()
    } catch (error) {
      if (!signal.aborted) log.warn('invoice-feed-lost', { error })
    }
    await intake.whenIdle()
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, FEED_RETRY_MS))
  }
}

/** Queries the node about invoices that are due: expired ones, and ones for which the node never returned an invoice. */
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
  // Read the time before the lookup: "not paid" counts only if the lookup began after the deadline.
  const askedAt = clock.now().getTime()
  try {
    const status = await node.lookupInvoice(invoice.payment_hash)
    const { receivedMsat = 0n, feeMsat = 0n, settledAt = clock.now() } = status
    if (status.state === 'paid' && receivedMsat > 0n) {
      await creditInvoice(deps, { paymentHash: invoice.payment_hash, receivedMsat, feeMsat, settledAt })
    } else if (status.state !== 'accepted' && askedAt >= invoice.expires_at.getTime() + CLOSE_AFTER_MS) {
      await moveInvoice(database.read, invoice.id, invoiceMoves.close, {})
    }
  } catch (error) {
    log.warn('invoice-lookup-failed', { invoiceId: invoice.id, error })
  }
}
