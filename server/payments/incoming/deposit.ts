/** Deposits: an invoice that credits the caller's own balance. No fee. */
import { mustBeWhereMoneyMoves } from '#server/accounts/region.ts'
import { notFound } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, mustOwn, type Who } from '#server/platform/http/who.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestInvoice } from '#server/payments/invoices/invoice.ts'
import { readInvoice, type InvoiceRow } from '#server/payments/invoices/queries.ts'
import { mustBeWithinLimits } from '#server/payments/recipients/terms.ts'

const DEPOSITS_PER_MINUTE = { max: 20, windowSeconds: 60 }

export async function createDepositInvoice(
  deps: PaymentDeps,
  who: Who,
  operationId: string,
  amountMsat: bigint,
): Promise<{ invoiceId: string; request: string; uri: string }> {
  mustBeUser(who)
  await countUse(deps.database.read, `deposit:${who.userId}`, DEPOSITS_PER_MINUTE, deps.clock.now())
  await mustBeWhereMoneyMoves(deps.database.read, deps.limits, who)
  mustBeWithinLimits(deps, amountMsat)
  const row = await requestInvoice(deps, {
    id: operationId,
    purpose: 'deposit',
    ownerId: who.userId,
    amountMsat,
    description: 'Deposit',
    zap: null,
  })
  const request = row.bolt11 ?? ''
  return { invoiceId: row.id, request, uri: `lightning:${request}` }
}

export async function readDeposit(deps: PaymentDeps, who: Who, invoiceId: string): Promise<InvoiceRow> {
  mustBeUser(who)
  const row = await readInvoice(deps.database.read, invoiceId)
  if (row === undefined || row.purpose !== 'deposit' || row.owner_id === null) {
    throw notFound()
  }
  mustOwn(who, row.owner_id)
  return row
}
