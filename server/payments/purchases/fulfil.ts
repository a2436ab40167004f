/** What becomes of a paid invoice for a download: it is split like a zap and gives the right to the files. When the files may
 * no longer be given, nothing is split and all of the money goes back to the buyer. */
import { canBeGiven } from '#server/downloads/rights.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { zappedBy } from '#server/payments/invoices/invoice.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import type { OrderKind, PaidOrder } from '#server/payments/orders/order.ts'
import { returnOrder } from '#server/payments/orders/return.ts'
import { bookZap } from '#server/payments/zaps/booking.ts'
import { notifyBought } from './bought.ts'
import { giveRight, requireNotOwned } from './order.ts'
import { type PurchaseRow, selectPurchase, setReturned } from './queries.ts'

export const purchaseOrders: OrderKind = {
  async requireFulfillable({ clock }, tx, invoice) {
    if (!(await canBeGiven(tx, invoice.content_id!, clock.now()))) throw new AppError(409, 'download-not-offered')
    const { is_gift: isGift, buyer_id: buyerId, content_id: contentId } = await requirePurchase(tx, invoice)
    if (!isGift && buyerId !== null) await requireNotOwned(tx, buyerId, contentId)
  },

  async fulfil(_deps, tx, order) {
    const purchase = await requirePurchase(tx, order.invoice)
    if (!(await canBeGiven(tx, purchase.content_id, order.settledAt))) {
      await setReturned(tx, purchase.id, order.settledAt)
      const title = order.invoice.content_title ?? ''
      return returnOrder(tx, order, { note: 'purchase-late', title, reason: 'purchase-late' })
    }
    return grantRight(tx, order, purchase)
  },
}

/** Price and terms are those of the invoice. What was paid above it is split too. */
async function grantRight(tx: Tx, order: PaidOrder, purchase: PurchaseRow): Promise<string[]> {
  const { invoice, receivedMsat, debit, payerId, idem, settledAt } = order
  const legs = await bookZap(tx, {
    id: invoice.id,
    idem,
    debit,
    payerId,
    isNameless: purchase.is_nameless,
    isPurchase: true,
    amountMsat: receivedMsat,
    ...zappedBy(invoice),
    settledAt,
  })
  await giveRight(tx, purchase, settledAt)
  await notifyBought(tx, purchase.id)
  return [...legs.flatMap(({ key }) => key ?? []), ...(payerId === null ? [] : [payerId])]
}

/** It is stored before the invoice is requested. */
async function requirePurchase(tx: Tx, { id }: InvoiceRow): Promise<PurchaseRow> {
  const purchase = await selectPurchase(tx, id)
  if (purchase === undefined) throw new Error(`invoice ${id} has no purchase`)
  return purchase
}
