/** Each kind of order, and what happens when it is paid. */
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import type { OrderKind, OrderPurpose } from './orders/order.ts'
import { promoOrder } from './promos/funding.ts'
import { purchaseOrders } from './purchases/fulfil.ts'

const orderKinds: Partial<Record<OrderPurpose, OrderKind>> = {
  promo: promoOrder,
  purchase: purchaseOrders,
}

/** Null for invoices that pay for content or credit a balance. */
export function orderKindOf({ purpose }: Pick<InvoiceRow, 'purpose'>): OrderKind | null {
  return orderKinds[purpose as OrderPurpose] ?? null
}
