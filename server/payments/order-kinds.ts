/** Each kind of order, and what happens when it is paid. */
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import type { OrderKind, OrderPurpose } from './orders/order.ts'
import { promoOrder } from './promos/funding.ts'
import { purchaseOrders } from './purchases/fulfil.ts'
import { ticketOrders } from './tickets/order.ts'

const orderKinds: Record<OrderPurpose, OrderKind> = {
  promo: promoOrder,
  tickets: ticketOrders,
  purchase: purchaseOrders,
}

/** Null for invoices that pay for content or credit a balance. */
export function orderKindOf({ purpose }: Pick<InvoiceRow, 'purpose'>): OrderKind | null {
  return (orderKinds as Partial<Record<string, OrderKind>>)[purpose] ?? null
}
