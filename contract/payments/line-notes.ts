/** The notes on lines of the statement. The statement is in contract/payments/payments.ts. */
import * as z from 'zod/mini'

/** What a line is for, if its type does not say so. Zap Sent: a promo's budget, tickets, files. Deposit: the refund of one of
 * these, and why. */
export const LineNote = z.enum([
  'promo-budget',
  'promo-rest',
  'promo-not-started',
  'tickets',
  'tickets-sold-out',
  'ticket-refunded',
  'purchase',
  'purchase-late',
  /** Earnings: of files that were bought. */
  'sale',
  /** The payment was larger than its order. */
  'overpaid',
  /** Earnings: what waited until the caller agreed to a share, or what a partner has not agreed to. */
  'share-accepted',
  'share-returned',
  /** Earnings: what could not be paid to a Lightning address elsewhere. Withdraw: what was paid to it after all. */
  'outside-returned',
  'outside-late',
  /** Zap Sent: to the recipients of a foreign feed. See getBoost. */
  'boost',
  /** Zap Sent: the routing of shares of boosts that were paid together, because each was too small. */
  'boost-routing',
  /** Zap Sent: what was heard of a foreign feed in ten minutes. See getBoost and getStreaming. */
  'stream',
])
export type LineNote = z.infer<typeof LineNote>
