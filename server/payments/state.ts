/** Every state of a payment and every transition between them, as a table. receive.ts moves invoices, payout.ts
 * moves payouts. */

/** An outgoing payment. Only `reserved` may be released without a lookup at the node. `unknown` is never treated as a
 * failure. */
export type PayoutState = 'reserved' | 'sending' | 'unknown' | 'settled' | 'failed'

/** An incoming payment. Paid once, also after expiry. Closed only after a lookup a day past expiry found it unpaid. */
export type InvoiceState = 'creating' | 'open' | 'paid' | 'closed' | 'dead'

export type Move<State> = { readonly from: readonly State[]; readonly to: State }

export const payoutMoves = {
  /** Committed before the node is called, so that at most one process calls. */
  claim: { from: ['reserved'], to: 'sending' },
  /** The node does not know the payment, and is one that pays a hash only once however often it is called. */
  sendAgain: { from: ['sending', 'unknown'], to: 'sending' },
  /** Never sent, and the invoice has expired: the only release that needs no report from the node. */
  expire: { from: ['reserved'], to: 'failed' },
  /** The node reported: paid. */
  settle: { from: ['sending', 'unknown'], to: 'settled' },
  /** The node reported: it will never be paid. */
  fail: { from: ['sending', 'unknown'], to: 'failed' },
  /** Still no outcome after a day and another lookup. An operator's decision, never the server's own. */
  refund: { from: ['unknown'], to: 'failed' },
  /** The node paid what it had reported as failed, or what an operator had refunded. The books are corrected once. */
  settleLate: { from: ['failed'], to: 'settled' },
  /** The database was the state of an earlier time, so it may have been sent since. */
  markRestored: { from: ['reserved'], to: 'unknown' },
  /** The node has not reported an outcome. The money stays reserved, and the node is queried again. */
  markUnknown: { from: ['sending'], to: 'unknown' },
} as const satisfies Record<string, Move<PayoutState>>

export const invoiceMoves = {
  /** The node has made the invoice. */
  open: { from: ['creating'], to: 'open' },
  /** The node reported: paid. Late payment counts. */
  pay: { from: ['open', 'closed'], to: 'paid' },
  /** Paid from a balance on this server, after the node has cancelled the invoice. */
  payInternally: { from: ['open'], to: 'paid' },
  close: { from: ['open'], to: 'closed' },
  /** The node never returned an invoice. Nobody has seen it, so nobody can pay it. */
  abandon: { from: ['creating'], to: 'dead' },
} as const satisfies Record<string, Move<InvoiceState>>

/** How long past its expiry a node could still make a payment that it does not know. */
export const EXPIRY_MARGIN_MS = 30_000
const REFUND_WAIT_MS = 24 * 3_600_000

/** When the money of a payout is returned at the latest, unless the node has sent it by then. Null when it has
 * ended. */
export function heldUntil(state: PayoutState, expiresAt: Date): Date | null {
  if (state === 'settled' || state === 'failed') return null
  return new Date(expiresAt.getTime() + (state === 'reserved' ? 0 : EXPIRY_MARGIN_MS))
}

/** The state as the API shows it. */
export function publicPayoutState(state: PayoutState): 'pending' | 'settled' | 'failed' {
  return state === 'settled' || state === 'failed' ? state : 'pending'
}

export function payoutDetail(state: PayoutState): 'reserved' | 'sending' | 'unknown' | null {
  return state === 'settled' || state === 'failed' ? null : state
}

/** From when an operator may refund the payout: a day after it was made, once its invoice has expired. Null unless its outcome
 * is unknown. */
export function refundableFrom(payout: { state: PayoutState; created_at: Date; expires_at: Date }): Date | null {
  if (payout.state !== 'unknown') return null
  return new Date(Math.max(payout.created_at.getTime() + REFUND_WAIT_MS, payout.expires_at.getTime()))
}

export function publicInvoiceState(state: InvoiceState, expiresAt: Date, now: Date): 'open' | 'paid' | 'expired' {
  if (state === 'paid') return 'paid'
  return state === 'open' && expiresAt > now ? 'open' : 'expired'
}
