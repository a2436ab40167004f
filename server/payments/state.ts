/** MAP 3: every state a payment can be in and every move between them, as a table.
 * Not who moves them: receive.ts moves invoices, payout.ts moves payouts. */

/** An outgoing payment. Only `reserved` may be released without asking the node; `unknown` is never a failure. */
export type PayoutState = 'reserved' | 'sending' | 'unknown' | 'settled' | 'failed'

/** An incoming payment. Paid once, also when late; closed only when a lookup a day after expiry said "not paid". */
export type InvoiceState = 'creating' | 'open' | 'paid' | 'closed' | 'dead'

export type Move<State> = { readonly from: readonly State[]; readonly to: State }

export const payoutMoves = {
  /** Committed before the node is called, so that at most one process calls. */
  claim: { from: ['reserved'], to: 'sending' },
  /** The node has never heard of it, and is one that pays a hash once however often it is told. */
  sendAgain: { from: ['sending', 'unknown'], to: 'sending' },
  /** It was never sent and its invoice has run out: the one release that needs no word of the node. */
  expire: { from: ['reserved'], to: 'failed' },
  /** The node said: paid. */
  settle: { from: ['sending', 'unknown'], to: 'settled' },
  /** The node said: never going to be paid. */
  fail: { from: ['sending', 'unknown'], to: 'failed' },
  /** The node has had no final word for a day, also when asked once more. An operator's decision, never the server's own. */
  giveBack: { from: ['unknown'], to: 'failed' },
  /** The node paid what it had called failed, or an operator had given back. It happens, once: the books follow. */
  settleLate: { from: ['failed'], to: 'settled' },
  /** No final word from the node: the money stays held and is asked for again. */
  doubt: { from: ['sending'], to: 'unknown' },
} as const satisfies Record<string, Move<PayoutState>>

export const invoiceMoves = {
  /** The node made it. */
  open: { from: ['creating'], to: 'open' },
  /** The node said: paid. Late payment counts. */
  pay: { from: ['open', 'closed'], to: 'paid' },
  /** From a balance of this server, after the node has cancelled it. */
  payInside: { from: ['open'], to: 'paid' },
  close: { from: ['open'], to: 'closed' },
  /** The node never answered; nobody has seen it, so nobody can pay it. */
  abandon: { from: ['creating'], to: 'dead' },
} as const satisfies Record<string, Move<InvoiceState>>

/** After this long past expiry, a node that has never heard of a payment cannot make it any more. */
export const EXPIRY_MARGIN_MS = 30_000

/** When the money of a payout comes back at the latest, unless the node has sent it by then; null of one that has ended. */
export function heldUntil(state: PayoutState, expiresAt: Date): Date | null {
  if (state === 'settled' || state === 'failed') return null
  return new Date(expiresAt.getTime() + (state === 'reserved' ? 0 : EXPIRY_MARGIN_MS))
}

/** What the wire calls them. */
export function publicPayoutState(state: PayoutState): 'pending' | 'settled' | 'failed' {
  return state === 'settled' || state === 'failed' ? state : 'pending'
}

export function payoutDetail(state: PayoutState): 'reserved' | 'sending' | 'unknown' | null {
  return state === 'settled' || state === 'failed' ? null : state
}

export function publicInvoiceState(state: InvoiceState, expiresAt: Date, now: Date): 'open' | 'paid' | 'expired' {
  if (state === 'paid') return 'paid'
  return state === 'open' && expiresAt > now ? 'open' : 'expired'
}
