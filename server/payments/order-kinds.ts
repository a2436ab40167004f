/** Each kind of order, and what happens when it is paid. */
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import type { OrderKind, OrderPurpose } from './orders/order.ts'
import { ticketOrders } from './tickets/order.ts'

const orderKinds: Partial<Record<OrderPurpose, OrderKind>> = { tickets: ticketOrders }

/** Null for invoices that pay for content or credit a balance. */
export function orderKindOf({ purpose }: Pick<InvoiceRow, 'purpose'>): OrderKind | null {
  return orderKinds[purpose as OrderPurpose] ?? null
}
