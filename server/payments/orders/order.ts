/** Orders: what an invoice pays for that is neither content nor a balance. A promo's budget, tickets, or files. Each kind is
 * paid over Lightning (incoming/credit.ts) or from a balance on this server (payouts/internal-transfer.ts); both call the
 * same function, listed in order-kinds.ts. */
import type { TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { InvoicePurpose, InvoiceRow } from '#server/payments/invoices/queries.ts'

export type OrderPurpose = Extract<InvoicePurpose, 'promo' | 'tickets' | 'purchase'>

export type PaidOrder = {
  /** With its row locked. Its id is the id of the payment; `buyer_id` says who ordered. */
  invoice: InvoiceRow
  /** At least `invoice.amount_msat`: a smaller payment goes to suspense. */
  receivedMsat: bigint
  /** The source of the money: the node, or a balance. */
  debit: TransferLeg
  /** Whose balance paid; null when the money came over Lightning. Not necessarily who ordered. */
  payerId: string | null
  /** The idempotency key of the one transfer that books it. */
  idem: string
  settledAt: Date
}

export type OrderKind = {
  /** Throws 409 when it can no longer be fulfilled. Called before an invoice is cancelled in order to be paid from a
   * balance, which cannot be undone. */
  requireFulfillable(deps: PaymentDeps, tx: Tx, invoice: InvoiceRow): Promise<void>
  /** Books the money and gives what was ordered, or returns the money (return.ts), in the transaction of the payment. Returns
   * the users whose balance has changed. */
  fulfil(deps: PaymentDeps, tx: Tx, order: PaidOrder): Promise<string[]>
}
