/** Publishes which of the booked payments were Nostr zaps, in the transaction that books them, so that each gets its
 * receipt. Making the receipt is elsewhere. */
import { topics, type ZapPaid } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'

export type PaidInvoice = { invoice: InvoiceRow; paidAt: Date }

export async function notifyZapsPaid(tx: Tx, paid: readonly PaidInvoice[]): Promise<void> {
  const reported = paid.flatMap(({ invoice, paidAt }) => {
    const { id, zap_request: zapRequest, bolt11, payment_hash: paymentHash } = invoice
    if (zapRequest === null || bolt11 === null || paymentHash === null) return []
    const payload: ZapPaid = { paymentId: id, zapRequest, bolt11, paymentHash, paidAt: paidAt.toISOString() }
    return [{ key: id, payload }]
  })
  if (reported.length > 0) await publishAll(tx, topics.zapPaid, reported)
}
