/** An invoice for a download, which anybody can create and pay; with it, the private link of the purchase. */
import type { createPurchaseInvoice } from '#contract/listening/purchases.ts'
import type { Data } from '#contract/endpoint.ts'
import { secretOf } from '#server/downloads/links.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { describeInvoice, requestInvoice, requirePayable } from '#server/payments/invoices/invoice.ts'
import { zapOf } from '#server/payments/recipients/terms.ts'
import { type PurchaseOrder, readOrder } from './order.ts'
import { insertPurchase, selectPurchase } from './queries.ts'

const INVOICES_PER_MINUTE = { max: 60, windowSeconds: 60 }

/** Public, with a rate limit for each IP address. */
export async function createInvoiceOf(
  deps: PaymentDeps & { secret: string },
  caller: Caller,
  operationId: string,
  { order, language }: { order: PurchaseOrder; language: string },
): Promise<Data<typeof createPurchaseInvoice>> {
  const { database, clock } = deps
  await countUse(database.read, `invoice:${caller.ip}`, INVOICES_PER_MINUTE, clock.now())
  const buyerId = caller.kind === 'user' ? caller.userId : null
  const buyer = { id: operationId, buyerId, language }
  const { content, terms, purchase } = await readOrder(deps, database.read, order, buyer)
  requirePayable(deps, purchase.amount_msat)
  await insertPurchase(database.read, purchase)
  // A retry keeps the amount of the first request, even if the rate has changed.
  const { amount_msat: amountMsat } = (await selectPurchase(database.read, operationId))!
  const invoice = await requestInvoice(deps, {
    id: operationId,
    purpose: 'purchase',
    ownerId: null,
    buyerId,
    amountMsat,
    description: `${content.artistName}: ${content.title}`,
    zap: { ...zapOf({ content, terms }), isNameless: purchase.is_nameless },
  })
  return { invoice: describeInvoice(invoice, clock.now()), secret: secretOf(deps, operationId) }
}
