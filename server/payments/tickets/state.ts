/** Every state of a hold and of a ticket, and every transition between them. A hold's states are apart from those of its
 * invoice, which stays open longer (server/payments/state.ts). */
import type { Move } from '#server/payments/state.ts'

export type HoldState = 'held' | 'sold' | 'released'
export type TicketState = 'valid' | 'refunded'

export const holdMoves = {
  /** Paid in time. */
  sell: { from: ['held'], to: 'sold' },
  /** Paid after the release, with enough seats left: they were taken again in the same transaction. */
  sellLate: { from: ['released'], to: 'sold' },
  /** The node cancelled the invoice, or reported it as neither paid nor accepted a minute past its expiry. */
  release: { from: ['held'], to: 'released' },
} as const satisfies Record<string, Move<HoldState>>

/** How long past its expiry a hold of a node that cannot cancel invoices is kept. */
export const HOLD_MARGIN_MS = 60_000
export const HOLD_MS = 600_000
/** The money waits in the event until this long after its end, so that it can be refunded. */
export const PAYOUT_AFTER_MS = 24 * 3_600_000
