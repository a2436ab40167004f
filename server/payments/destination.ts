/** Where money is to go: an invoice or a lightning address, of another server or of this one. Reads and refuses; moves
 * nothing. */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { decodeInvoice, InvalidInvoice, type DecodedInvoice } from '#protocols/lightning/bolt11.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from './deps.ts'
import { findInvoiceByHash } from './invoice-queries.ts'
import { fetchAddressInvoice, ownUsername } from './lightning-address.ts'
import type { OutsideInvoice } from './reserve.ts'
import { mustBeWithinLimits } from './terms.ts'

export type DestinationRequest = {
  invoice?: string | undefined
  lightningAddress?: string | undefined
  msatAmount?: bigint | undefined
  comment?: string | null | undefined
}

export type Destination =
  | { to: 'outside'; invoice: OutsideInvoice }
  /** An invoice this server's node has made. */
  | { to: 'own-invoice'; paymentHash: string; amountMsat: bigint }
  /** Somebody's address at this server. */
  | { to: 'own-address'; username: string; address: string; amountMsat: bigint; comment: string | null }

/** Less left than this, and the invoice would run out on the way. */
const EXPIRY_MARGIN_MS = 10_000

/** Asks the address for an invoice where it is one elsewhere; each call is a new invoice, so a repeat asks nothing. */
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
  mustBeWithinLimits(deps, msatAmount)
  const comment = request.comment || null
  const username = ownUsername(deps, lightningAddress)
  if (username !== null) {
    return { to: 'own-address', username, address: lightningAddress, amountMsat: msatAmount, comment }
  }
  const fetched = await fetchAddressInvoice(deps, { address: lightningAddress, amountMsat: msatAmount, comment })
  const { bolt11, paymentHash, amountMsat, expiresAt, address, payee } = fetched
  // Another name that leads to this very node: the money would go round in a circle.
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
  mustBeWithinLimits(deps, amountMsat)
  if (decoded.payee === deps.nodePubkey) {
    const own = await findInvoiceByHash(deps.database.read, paymentHash)
    // Somebody else signs nothing with our node's key, but an invoice with our hash and another text is not ours.
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
  throw new AppError(status, code, errorCodes[code])
}
