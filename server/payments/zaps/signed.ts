/** An invoice of ours for a zap that the payer has signed as a Nostr zap (NIP-57): the invoice commits to the hash of
 * the request, and the receipt names its author. Invoices of Lightning addresses, which other wallets request, are in
 * address.ts. */
import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'
import { requirePayable } from '#server/payments/invoices/invoice.ts'
import { findAddressee } from '#server/payments/recipients/addressee.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { InvoiceRequest } from '#server/payments/invoices/invoice.ts'
import { addressNameOf, type PayableTerms } from '#server/payments/recipients/terms.ts'
import { checkZapRequest } from '#server/payments/recipients/zap-request.ts'

type SignedRequest = { msatAmount: bigint; contentTime?: number | null | undefined; isAnonymous?: boolean | undefined }
type Signed = {
  parts: Required<Pick<InvoiceRequest, 'descriptionHash' | 'descriptionText' | 'lnurl'>>
  message: string | null
}

/** Makes the same checks as the content's Lightning address. Throws AppError 400 and 422. */
export async function readSignedZap(
  deps: PaymentDeps,
  content: PayableTerms['content'],
  text: string,
  { msatAmount: amountMsat, contentTime, isAnonymous }: SignedRequest,
): Promise<Signed> {
  if (isAnonymous === true) {
    throw new AppError(
      400,
      'zap-request-invalid',
      'A zap request identifies the payer, so it cannot be combined with isAnonymous.',
    )
  }
  requirePayable(deps, amountMsat)
  const addressee = await findAddressee(deps, addressNameOf(content), contentTime ?? undefined)
  const checked = await checkZapRequest(deps, addressee, { text, amountMsat })
  return {
    parts: {
      descriptionHash: createHash('sha256').update(text, 'utf8').digest('hex'),
      descriptionText: text,
      lnurl: { name: addressee.name, payerData: null, zapRequest: { id: checked.id, text } },
    },
    message: checked.message,
  }
}
