/** Which app a payment came through. Stored when the payment is booked; for rss::payment, completed by one request
 * to the URL sent with it. All of it is unverified and has no effect on the money. */
import { topics, type OriginDue } from '#server/events.ts'
import { parseRssPaymentHeader, RSS_PAYMENT_HEADER } from '#protocols/lightning/rss-payment.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import { claimOrigin, insertOrigins, saveOrigin, type NewOrigin } from './origin-queries.ts'
import type { PaidInvoice } from './paid.ts'

export type OriginDeps = Pick<PaymentDeps, 'database' | 'clock' | 'log' | 'outbound'>

/** Runs in the transaction that books the payments. */
export async function recordOrigins(tx: Tx, paid: readonly PaidInvoice[]): Promise<void> {
  const origins = paid.flatMap(({ invoice, paidAt }) => originOf(invoice, paidAt))
  if (origins.length === 0) return
  const inserted = new Set(await insertOrigins(tx, origins))
  const due = origins.flatMap(({ payment_id: paymentId, url }) =>
    url === null || !inserted.has(paymentId) ? [] : [{ key: paymentId, payload: { paymentId } satisfies OriginDue }],
  )
  if (due.length > 0) await publishAll(tx, topics.originDue, due)
}

function originOf({ id, keysend, rss_payment: rss }: InvoiceRow, paidAt: Date): NewOrigin[] {
  const row = { payment_id: id, created_at: paidAt }
  if (keysend !== null) {
    const { action, appName, senderName, ts, guid, episodeGuid } = keysend
    if (appName === null && senderName === null) return []
    const details = { action, app_name: appName, sender_name: senderName, position_seconds: ts }
    return [{ ...row, ...details, feed_guid: guid, item_guid: episodeGuid, url: null }]
  }
  if (rss === null) return []
  const unknown = { app_name: null, sender_name: null, position_seconds: null, feed_guid: null, item_guid: null }
  return [{ ...row, ...unknown, action: rss.action, url: rss.url }]
}

/** Subscriber for origin-due. Requests several in parallel. A failure of the other server is logged, and never
 * retried. */
export function readOrigins(deps: OriginDeps): (dues: readonly OriginDue[]) => Promise<void> {
  return async (dues) => {
    await Promise.all(dues.map(({ paymentId }) => requestOrigin(deps, paymentId)))
  }
}

async function requestOrigin({ database, clock, log, outbound }: OriginDeps, paymentId: string): Promise<void> {
  const url = await claimOrigin(database.read, paymentId, clock.now())
  if (url === null) return
  try {
    const details = parseRssPaymentHeader(await outbound.getHeader(url, RSS_PAYMENT_HEADER))
    if (details !== null) await saveOrigin(database.read, paymentId, details, clock.now())
  } catch (error) {
    if (!(error instanceof OutboundRefused || error instanceof OutboundFailed)) throw error
    log.info('payment-origin-not-read', { paymentId, error })
  }
}
