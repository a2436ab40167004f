/** The records of the sandbox nodes: invoices issued and payments sent, as rows that are kept permanently. Rows that
 * can still change or ended recently are in memory; the others are read from the database. */
import type { CustomRecords, FailReason, InvoiceStatus, NodePayment, PayOutcome } from '../node.ts'

export type NodeName = 'platform' | 'outside'

export type InvoiceRow = {
  node: NodeName
  paymentHash: string
  bolt11: string
  preimage: string
  amountMsat: bigint | null
  externalId: string
  /** accepted: the money has arrived and is held. claiming: it is being claimed and can no longer be refused. */
  state: 'open' | 'accepted' | 'claiming' | 'paid' | 'canceled'
  createdAt: Date
  expiresAt: Date
  receivedMsat: bigint | null
  settledAt: Date | null
  settleIndex: bigint | null
  /** Only for a keysend payment, whose bolt11 is empty. */
  customRecords: CustomRecords | null
}

export type PaymentRow = {
  node: NodeName
  paymentHash: string
  bolt11: string
  amountMsat: bigint
  feeLimitMsat: bigint
  state: 'in_flight' | 'succeeded' | 'failed' | 'lost'
  preimage: string | null
  feeMsat: bigint | null
  reason: FailReason | null
  detail: string | null
  createdAt: Date
}

export type BookChanges = { invoices: InvoiceRow[]; payments: PaymentRow[] }

/** Ended payments kept in memory, so that concurrent calls see each other. */
const MAX_ENDED = 10_000

export class Book {
  readonly #invoices = new Map<string, InvoiceRow>()
  readonly #payments = new Map<string, PaymentRow>()
  readonly #changedInvoices = new Set<InvoiceRow>()
  readonly #changedPayments = new Set<PaymentRow>()
  readonly #ended: PaymentRow[] = []
  #lastSettleIndex: bigint

  constructor(lastSettleIndex: bigint, unsettled: BookChanges) {
    this.#lastSettleIndex = lastSettleIndex
    for (const invoice of unsettled.invoices) this.#invoices.set(keyOf(invoice), invoice)
    for (const payment of unsettled.payments) this.#payments.set(keyOf(payment), payment)
  }

  invoice(node: NodeName, paymentHash: string): InvoiceRow | undefined {
    return this.#invoices.get(keyOf({ node, paymentHash }))
  }

  payment(node: NodeName, paymentHash: string): PaymentRow | undefined {
    return this.#payments.get(keyOf({ node, paymentHash }))
  }

  invoicesIn(state: InvoiceRow['state']): InvoiceRow[] {
    return [...this.#invoices.values()].filter((invoice) => invoice.state === state)
  }

  paymentsInFlight(): PaymentRow[] {
    return [...this.#payments.values()].filter((payment) => payment.state === 'in_flight')
  }

  putInvoice(invoice: InvoiceRow): void {
    this.#invoices.set(keyOf(invoice), invoice)
    this.#changedInvoices.add(invoice)
  }

  settleInvoice(invoice: InvoiceRow, receivedMsat: bigint, settledAt: Date): void {
    const settleIndex = ++this.#lastSettleIndex
    Object.assign(invoice, { state: 'paid', receivedMsat, settledAt, settleIndex })
    this.putInvoice(invoice)
  }

  putPayment(payment: PaymentRow): void {
    this.#payments.set(keyOf(payment), payment)
    this.#changedPayments.add(payment)
    if (payment.state === 'in_flight') return
    this.#ended.push(payment)
    if (this.#ended.length > MAX_ENDED) this.#payments.delete(keyOf(this.#ended.shift()!))
  }

  /** Drops invoices that cannot change any more from memory; the database keeps them. */
  forgetEnded(now: Date): void {
    for (const [key, invoice] of this.#invoices) {
      const isOver = invoice.state === 'paid' || invoice.state === 'canceled'
      const isExpired = invoice.state === 'open' && invoice.expiresAt < now
      if ((isOver || isExpired) && !this.#changedInvoices.has(invoice)) this.#invoices.delete(key)
    }
  }

  /** Returns copies, because rows may change again while they are written. */
  takeChanges(): BookChanges {
    const invoices = [...this.#changedInvoices].map((invoice) => ({ ...invoice }))
    const payments = [...this.#changedPayments].map((payment) => ({ ...payment }))
    this.#changedInvoices.clear()
    this.#changedPayments.clear()
    return { invoices, payments }
  }
}

export function keyOf(row: { node: NodeName; paymentHash: string }): string {
  return `${row.node}/${row.paymentHash}`
}

export function statusOf(invoice: InvoiceRow | undefined, now: Date): InvoiceStatus {
  if (!invoice) return { state: 'not_found' }
  const { state, receivedMsat, settledAt, preimage, expiresAt } = invoice
  if (state === 'paid') return { state, receivedMsat: receivedMsat!, preimage, settledAt: settledAt! }
  if (state === 'claiming') return { state: 'accepted' }
  if (state === 'canceled') return { state, preimage }
  return { state: state === 'open' && expiresAt <= now ? 'expired' : state }
}

export function outcomeOf(payment: PaymentRow): PayOutcome {
  if (payment.state === 'succeeded') {
    return { state: 'succeeded', preimage: payment.preimage!, feeMsat: payment.feeMsat! }
  }
  if (payment.state === 'failed') return { state: 'failed', reason: payment.reason!, detail: payment.detail! }
  if (payment.state === 'lost') return { state: 'unknown', cause: 'The sandbox lost its channels during this payment' }
  return { state: 'in_flight' }
}

export function nodePaymentOf(payment: PaymentRow): NodePayment {
  return { paymentHash: payment.paymentHash, amountMsat: payment.amountMsat, outcome: outcomeOf(payment) }
}
