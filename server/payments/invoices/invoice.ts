/** Creating an invoice: insert the row, call the node, then open the row. */
import { errorCodes } from '#contract/errors.ts'
import type { Data } from '#contract/endpoint.ts'
import type { getInvoice } from '#contract/payments/payments.ts'
import type { SplitTerms } from '#contract/split.ts'
import type { CreatedInvoice } from '#server/lightning/node.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { insertInvoice, moveInvoice, readInvoice, type InvoicePurpose, type InvoiceRow } from './queries.ts'
import { invoiceMoves, publicInvoiceState } from '#server/payments/state.ts'

export type InvoiceRequest = {
  /** The id of the row, of the payment and, at the node, the external id. */
  id: string
  purpose: InvoicePurpose
  /** The user whose balance it credits; null for a zap or an order. */
  ownerId: string | null
  /** Who ordered; null for a buyer without an account. */
  buyerId?: string | null
  amountMsat: bigint
  /** Only when shorter than the configured expiry. */
  expirySeconds?: number
  description: string
  /** Instead of the description: SHA-256 of a longer text, in hex. */
  descriptionHash?: string
  /** The text that was hashed. */
  descriptionText?: string
  /** The comment of a payer to an address. A zap has its own. */
  comment?: string | null
  /** For invoices requested through a Lightning address. */
  lnurl?: {
    name: string
    payerData: string | null
    zapRequest: { id: string; text: string } | null
    rssPayment?: InvoiceRow['rss_payment']
  }
  /** `isNameless`: a payer from a balance on this server is not shown to others. */
  zap: (ZappedContent & { isNameless?: boolean }) | null
}

/** What a zap is for, or a purchase, which is split like a zap. */
export type ZappedContent = {
  contentId: string
  contentType: string
  contentTitle: string
  terms: SplitTerms
  comment: string | null
  contentTimeSeconds: number | null
}

/** Only of an invoice that has a content. */
export const zappedBy = (invoice: InvoiceRow): ZappedContent => ({
  contentId: invoice.content_id!,
  contentType: invoice.content_type!,
  contentTitle: invoice.content_title!,
  terms: invoice.terms!,
  comment: invoice.comment,
  contentTimeSeconds: invoice.content_time_seconds,
})

/** A row for which the node has not returned an invoice for this long is abandoned; nobody has seen its invoice. */
export const CREATING_TIMEOUT_MS = 120_000
const DESCRIPTION_MAX_CHARACTERS = 100

export async function requestInvoice(deps: PaymentDeps, request: InvoiceRequest): Promise<InvoiceRow> {
  const { database, clock, limits, failpoint } = deps
  const now = clock.now()
  const isNew = await insertInvoice(database.read, {
    id: request.id,
    purpose: request.purpose,
    state: 'creating',
    owner_id: request.ownerId,
    buyer_id: request.buyerId ?? null,
    content_id: request.zap?.contentId ?? null,
    content_type: request.zap?.contentType ?? null,
    content_title: request.zap?.contentTitle ?? null,
    terms: request.zap?.terms ?? null,
    comment: request.zap?.comment ?? request.comment ?? null,
    content_time_seconds: request.zap?.contentTimeSeconds ?? null,
    is_nameless: request.zap?.isNameless ?? false,
    lnurl_name: request.lnurl?.name ?? null,
    payer_data: request.lnurl?.payerData ?? null,
    rss_payment: request.lnurl?.rssPayment ?? null,
    zap_request: request.lnurl?.zapRequest?.text ?? null,
    zap_request_id: request.lnurl?.zapRequest?.id ?? null,
    amount_msat: request.amountMsat,
    payment_hash: null,
    bolt11: null,
    expires_at: null,
    next_check_at: new Date(now.getTime() + CREATING_TIMEOUT_MS),
    created_at: now,
  })
  if (!isNew) {
    const earlier = await requireInvoice(deps, request.id)
    if (earlier.state !== 'creating') return requireIssued(earlier)
  }
  failpoint('invoice:inserted')
  const made = await makeAtNode(deps, request, request.expirySeconds ?? limits.invoiceExpirySeconds)
  failpoint('invoice:made')
  await moveInvoice(database.read, request.id, invoiceMoves.open, {
    payment_hash: made.paymentHash,
    bolt11: made.bolt11,
    expires_at: made.expiresAt,
    next_check_at: made.expiresAt,
  })
  return requireIssued(await requireInvoice(deps, request.id))
}

/** When the node responds after the row was abandoned, the invoice it made is never shown to anyone. */
function requireIssued(row: InvoiceRow): InvoiceRow {
  if (row.bolt11 !== null) return row
  throw new AppError(503, 'lightning-unavailable', errorCodes['lightning-unavailable'], 5)
}

async function makeAtNode(deps: PaymentDeps, request: InvoiceRequest, expirySeconds: number): Promise<CreatedInvoice> {
  try {
    return await deps.node.createInvoice({
      amountMsat: request.amountMsat,
      ...(request.descriptionHash === undefined
        ? { description: [...request.description].slice(0, DESCRIPTION_MAX_CHARACTERS).join('') }
        : {
            descriptionHash: request.descriptionHash,
            ...(request.descriptionText === undefined ? {} : { descriptionText: request.descriptionText }),
          }),
      expirySeconds,
      externalId: request.id,
    })
  } catch (error) {
    deps.log.warn('invoice-not-made', { invoiceId: request.id, error })
    throw new AppError(503, 'lightning-unavailable', errorCodes['lightning-unavailable'], 5)
  }
}

async function requireInvoice(deps: PaymentDeps, invoiceId: string): Promise<InvoiceRow> {
  const row = await readInvoice(deps.database.read, invoiceId)
  if (row === undefined) throw notFound()
  return row
}

/** Public to anyone who knows the id of an invoice for a zap or an order. A deposit is for its owner only (deposit.ts). */
export async function readPublicInvoice(deps: PaymentDeps, invoiceId: string): Promise<InvoiceRow> {
  const row = await requireInvoice(deps, invoiceId)
  if (row.owner_id !== null || row.purpose === 'purse' || row.bolt11 === null) throw notFound()
  return row
}

/** The row as the API returns it. */
export function describeInvoice(row: InvoiceRow, now: Date): Data<typeof getInvoice> {
  if (row.bolt11 === null || row.payment_hash === null || row.expires_at === null) {
    throw notFound()
  }
  return {
    invoiceId: row.id,
    request: row.bolt11,
    paymentHash: row.payment_hash,
    msatAmount: row.amount_msat,
    msatReceived: row.received_msat,
    expiresAt: row.expires_at,
    state: publicInvoiceState(row.state, row.expires_at, now),
  }
}

/** A node that handles whole sats only cannot make an invoice for any other amount. */
export function requirePayable({ node }: PaymentDeps, amountMsat: bigint): void {
  if (node.capabilities.msatInvoices || amountMsat % 1_000n === 0n) return
  throw new AppError(422, 'amount-out-of-range', 'The amount must be in whole sats: a multiple of 1000 msat.')
}
