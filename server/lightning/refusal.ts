/** Validates a payment before it is sent to a node: the network, hash, expiry and amount of its invoice. A valid
 * invoice may still fail at the node. */
import { decodeInvoice, type DecodedInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import type { FailReason, Payment } from './node.ts'

export type Failure = { reason: FailReason; detail: string }

type Order = Pick<Payment, 'bolt11' | 'paymentHash' | 'amountMsat'>

export function findRefusal(order: Order, network: InvoiceNetwork, now: Date): Failure | null {
  try {
    return findFault(order, decodeInvoice(order.bolt11), network, now)
  } catch (error) {
    if (!(error instanceof InvalidInvoice)) throw error
    return { reason: 'invalid-invoice', detail: error.message }
  }
}

function findFault(order: Order, invoice: DecodedInvoice, network: InvoiceNetwork, now: Date): Failure | null {
  const invalid = (detail: string): Failure => ({ reason: 'invalid-invoice', detail })
  if (invoice.network !== network) return { reason: 'wrong-network', detail: 'The invoice is for another network' }
  if (invoice.paymentHash !== order.paymentHash) return invalid('The invoice has another payment hash')
  if (invoice.unpayable !== null) return invalid(invoice.unpayable)
  if (invoice.expiresAt <= now) return { reason: 'expired', detail: 'The invoice has expired' }
  if (invoice.amountMsat === null) {
    return order.amountMsat !== undefined && order.amountMsat > 0n ? null : invalid('The invoice needs an amount')
  }
  const isOther = order.amountMsat !== undefined && order.amountMsat !== invoice.amountMsat
  return isOther ? invalid('The invoice already has an amount') : null
}
