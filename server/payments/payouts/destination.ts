/** Where a payment goes: an invoice or a Lightning address, on another server or on this one. Parses and validates;
 * moves no money. */
import type { ErrorCode } from '#contract/errors.ts'
import { decodeInvoice, InvalidInvoice, type DecodedInvoice } from '#protocols/lightning/bolt11.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { findInvoiceByHash } from '#server/payments/invoices/queries.ts'
import { fetchAddressInvoice, ownUsername } from '#server/payments/addresses/external.ts'
import type { ExternalInvoice } from './reserve.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'

export type DestinationRequest = {
  invoice?: string | undefined
  lightningAddress?: string | undefined
  msatAmount?: bigint | undefined
  comment?: string | null | undefined
}

export type Destination =
  | { to: 'outside'; invoice: ExternalInvoice }
  /** An invoice that this server's node has made. */
  | { to: 'own-invoice'; paymentHash: string; amountMsat: bigint }
  /** A Lightning address on this server. */
  | { to: 'own-address'; username: string; address: string; amountMsat: bigint; comment: string | null }

/** With less time left than this, the invoice could expire while the payment is in flight. */
const EXPIRY_MARGIN_MS = 10_000

/** Requests an invoice from an address on another server. Each call creates a new invoice, so a repeat must not call
 * this. */
export async function readDestination(deps: PaymentDeps, request: DestinationRequest): Promise<Destination> {
  const { invoice, lightningAddress, msatAmount } = request
  if (invoice !== undefined && lightningAddress === undefined) {
    if (msatAmount !== undefined) throw badRequest('msatAmount: an invoice says itself how much.')
    return readInvoiceToPay(deps, invoice)
  }
  if (lightningAddress === undefined || invoice !== undefined) {
    throw badRequest('Either invoice or lightningAddress is needed.')
  }
  if (msatAmount === undefined) throw badRequest('msatAmount: a lightning address needs an amount.')
  requireWithinLimits(deps, msatAmount)
  const comment = request.comment || null
  const username = ownUsername(deps, lightningAddress)
  if (username !== null) {
    return { to: 'own-address', username, address: lightningAddress, amountMsat: msatAmount, comment }
  }
  const fetched = await fetchAddressInvoice(deps, { address: lightningAddress, amountMsat: msatAmount, comment })
  const { bolt11, paymentHash, amountMsat, expiresAt, address, payee } = fetched
  // Another address that leads to this same node. The payment is booked as an internal transfer.
  if (payee === deps.nodePubkey) return { to: 'own-invoice', paymentHash, amountMsat }
  return { to: 'outside', invoice: { bolt11, paymentHash, amountMsat, expiresAt, address } }
}

async function readInvoiceToPay(deps: PaymentDeps, text: string): Promise<Destination> {
  const bolt11 = text.trim().replace(/^lightning:/i, '')
  const decoded = decode(bolt11)
  if (decoded.network !== deps.network) refuse('invoice-wrong-network')
  if (decoded.expiresAt.getTime() - EXPIRY_MARGIN_MS <= deps.clock.now().getTime()) refuse('invoice-expired')
  if (decoded.amountMsat === null) refuse('invoice-without-amount')
  if (decoded.unpayable !== null) refuse('invoice-invalid')
  const { paymentHash, amountMsat, expiresAt } = decoded
  requireWithinLimits(deps, amountMsat)
  if (decoded.payee === deps.nodePubkey) {
    const own = await findInvoiceByHash(deps.database.read, paymentHash)
    // Nobody else can sign with our node's key, but an invoice with our hash and another text is not ours.
    if (own === undefined || own.bolt11?.toLowerCase() !== bolt11.toLowerCase()) refuse('invoice-own-node')
    return { to: 'own-invoice', paymentHash, amountMsat }
  }
  return {
    to: 'outside',
    invoice: { bolt11: bolt11.toLowerCase(), paymentHash, amountMsat, expiresAt, address: null },
  }
}

function decode(bolt11: string): DecodedInvoice {
  try {
    return decodeInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvalidInvoice) refuse('invoice-invalid')
    throw error
  }
}

function badRequest(message: string): AppError {
  return new AppError(400, 'bad-request', message)
}

export function refuse(code: ErrorCode, status = 422): never {
  throw new AppError(status, code)
}
