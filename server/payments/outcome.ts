/** The outcome of a payment from a balance, by its operation, for the response to another program. Authorization is
 * up to the caller. */
import type { Tx } from '#server/platform/database/database.ts'
import { findInvoiceByHash } from './invoices/queries.ts'
import { readSentParts } from './keysend/queries.ts'
import { readPayout } from './payouts/queries.ts'

export type PaymentOutcome =
  /** Not final: the money is reserved. */
  | { state: 'pending' }
  /** An internal transfer has no preimage, unless the node reported it after it cancelled the invoice. */
  | { state: 'settled'; preimage: string | null; feeMsat: bigint }
  | { state: 'failed'; reason: string }

/** Null when no payment has been made with this operation. */
export async function readOutcome(tx: Tx, operationId: string, paymentHash: string): Promise<PaymentOutcome | null> {
  const payout = await readPayout(tx, operationId)
  if (payout !== undefined) {
    const { state, preimage, fee_msat: feeMsat, failure_reason: reason } = payout
    if (state === 'settled') return { state, preimage, feeMsat: feeMsat ?? 0n }
    return state === 'failed' ? { state, reason: reason ?? 'other' } : { state: 'pending' }
  }
  const invoice = await findInvoiceByHash(tx, paymentHash)
  if (invoice?.paid_inside_as === operationId) return { state: 'settled', preimage: invoice.preimage, feeMsat: 0n }
  // A keysend payment to our own node, which is booked immediately.
  const isBooked = (await readSentParts(tx, [operationId])).has(operationId)
  return isBooked ? { state: 'settled', preimage: null, feeMsat: 0n } : null
}
