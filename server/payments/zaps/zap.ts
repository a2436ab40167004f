/** Zaps that are paid by invoice, which anyone can create. Zaps from a balance: send.ts. */
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestInvoice } from '#server/payments/invoices/invoice.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import { requireWithinLimits, readPayableTerms, zapOf } from '#server/payments/recipients/terms.ts'
import { readSignedZap } from './signed.ts'

const INVOICES_PER_MINUTE = { max: 60, windowSeconds: 60 }

export type ZapRequest = {
  contentId: string
  msatAmount: bigint
  comment?: string | null | undefined
  contentTime?: number | null | undefined
  isAnonymous?: boolean | undefined
  /** The signed Nostr event. */
  zapRequest?: string | undefined
}

/** Public, with a rate limit for each IP address. */
export async function createZapInvoice(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  request: ZapRequest,
): Promise<InvoiceRow> {
  const { database, clock } = deps
  await countUse(database.read, `invoice:${caller.ip}`, INVOICES_PER_MINUTE, clock.now())
  requireWithinLimits(deps, request.msatAmount)
  const payable = await readPayableTerms(deps, database.read, request.contentId, request.contentTime)
  const { zapRequest } = request
  const signed = zapRequest === undefined ? null : await readSignedZap(deps, payable.content, zapRequest, request)
  return requestInvoice(deps, {
    id: operationId,
    purpose: 'zap',
    ownerId: null,
    amountMsat: request.msatAmount,
    description: `Zap: ${payable.content.title}`,
    ...signed?.parts,
    zap: {
      ...zapOf(payable, request.comment || (signed?.message ?? null), request.contentTime),
      isNameless: request.isAnonymous ?? false,
    },
  })
}
