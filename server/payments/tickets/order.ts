/** Invoices for tickets: what happens when one is paid, in time or late, and by whomever. */
import { type ConcertRow, findConcert, type TierRow } from '#server/concerts/queries.ts'
import { lockTier, saleOf, takeSeats } from '#server/concerts/seats.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { OrderKind, PaidOrder } from '#server/payments/orders/order.ts'
import { creditBuyer, recordReturn, returnOrder } from '#server/payments/orders/return.ts'
import { findPurchase, lockPurchase, moveHold, type PurchaseRow, totalOf } from './queries.ts'
import { bookSale, giveTickets } from './sale.ts'
import { holdMoves } from './state.ts'

/** Without a tier: it was removed after the release of the hold. */
type Found = { purchase: PurchaseRow; tier: TierRow | undefined; concert: ConcertRow | undefined }

export const ticketOrders: OrderKind = {
  async requireFulfillable({ clock }, tx, invoice) {
    const found = await lockOrder(tx, invoice.id)
    if (found === null || !canSell(found, clock.now())) throw new AppError(409, 'ticket-sold-out')
  },

  async fulfil(deps, tx, order) {
    const found = await lockOrder(tx, order.invoice.id)
    if (found === null) throw new Error(`the invoice ${order.invoice.id} has no purchase`)
    return canSell(found, deps.clock.now()) ? sell(deps, tx, order, found) : refundOrder(tx, order, found)
  },
}

/** The tier first: the order in which every sale locks. */
async function lockOrder(tx: Tx, purchaseId: string): Promise<Found | null> {
  const known = await findPurchase(tx, purchaseId)
  if (known === undefined) return null
  const tier = await lockTier(tx, known.tier_id)
  const purchase = await lockPurchase(tx, purchaseId)
  if (purchase === undefined) return null
  return { purchase, tier, concert: await findConcert(tx, purchase.concert_id) }
}

/** A hold keeps its seats even when the sale has ended meanwhile. After its release all of the seats must be left, and the
 * event on sale. */
function canSell({ purchase, tier, concert }: Found, now: Date): boolean {
  if (tier === undefined || concert === undefined) return false
  if (concert.cancelled_at !== null || !concert.is_artist_public) return false
  if (purchase.state === 'held') return true
  return (
    purchase.state === 'released' && tier.seats - tier.taken >= purchase.seat_count && saleOf(concert, now) === 'open'
  )
}

async function sell({ clock }: PaymentDeps, tx: Tx, order: PaidOrder, { purchase, concert }: Found): Promise<string[]> {
  const isLate = purchase.state === 'released'
  const soldAt = clock.now()
  if (isLate) await takeSeats(tx, purchase.tier_id, purchase.seat_count)
  await moveHold(tx, purchase.id, isLate ? holdMoves.sellLate : holdMoves.sell, soldAt)
  const title = concert?.name ?? ''
  await giveTickets(tx, purchase, { now: soldAt, title })
  const restMsat = order.receivedMsat - totalOf(purchase)
  await bookSale(tx, purchase, {
    debit: order.debit,
    payerId: order.payerId,
    paidMsat: order.receivedMsat,
    idem: order.idem,
    soldAt: order.settledAt,
    title,
    rest: restMsat > 0n ? [await creditBuyer(tx, order, restMsat)] : [],
  })
  await recordReturn(tx, order, { note: 'overpaid', title, reason: 'ticket-late', amountMsat: restMsat })
  const buyerIds = [purchase.buyer_id, order.payerId].filter((userId) => userId !== null)
  return [...buyerIds, purchase.owner_id]
}

/** The seats of a hold that was paid for a cancelled event return with the money. */
async function refundOrder(tx: Tx, order: PaidOrder, { purchase, concert }: Found): Promise<string[]> {
  if (purchase.state === 'held') {
    await moveHold(tx, purchase.id, holdMoves.release, null)
    await takeSeats(tx, purchase.tier_id, -purchase.seat_count)
  }
  return returnOrder(tx, order, { note: 'tickets-sold-out', title: concert?.name ?? '', reason: 'ticket-late' })
}
