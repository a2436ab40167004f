/** Deposits: an invoice that credits the caller's own balance. No fee. */
import { requireMoneyRegion } from '#server/accounts/region.ts'
import { notFound } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser, requireOwner } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestInvoice } from '#server/payments/invoices/invoice.ts'
import { readInvoice, type InvoiceRow } from '#server/payments/invoices/queries.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'

const DEPOSITS_PER_MINUTE = { max: 20, windowSeconds: 60 }

export async function createDepositInvoice(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  amountMsat: bigint,
): Promise<{ invoiceId: string; request: string; uri: string }> {
  requireUser(caller)
  await countUse(deps.database.read, `deposit:${caller.userId}`, DEPOSITS_PER_MINUTE, deps.clock.now())
  await requireMoneyRegion(deps.database.read, deps.limits, caller)
  requireWithinLimits(deps, amountMsat)
  const row = await requestInvoice(deps, {
    id: operationId,
    purpose: 'deposit',
    ownerId: caller.userId,
    amountMsat,
    description: 'Deposit',
    zap: null,
  })
  const request = row.bolt11 ?? ''
  return { invoiceId: row.id, request, uri: `lightning:${request}` }
}

export async function readDeposit(deps: PaymentDeps, caller: Caller, invoiceId: string): Promise<InvoiceRow> {
  requireUser(caller)
  const row = await readInvoice(deps.database.read, invoiceId)
  if (row === undefined || row.purpose !== 'deposit' || row.owner_id === null) {
    throw notFound()
  }
  requireOwner(caller, row.owner_id)
  return row
}
