/** Requests invoices from Lightning addresses on other servers (LUD-06, 12, 16) and accepts only what matches the
 * request. Also says which addresses are our own. Paying is elsewhere, and serving our addresses is in address.ts. */
import { createHash } from 'node:crypto'
import { formatExactSats } from '#contract/money.ts'
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { decodeInvoice, InvalidInvoice, type DecodedInvoice } from '#protocols/lightning/bolt11.ts'
import {
  parseLightningAddress,
  urlOfLightningAddress,
  formatLightningAddress,
  type LightningAddress,
} from '#protocols/lightning/lightning-address.ts'
import {
  InvalidLnurlResponse,
  parsePayInvoice,
  parsePayOffer,
  urlOfCallback,
  type PayInvoice,
  type PayOffer,
  type Refusal,
} from '#protocols/lightning/lnurl.ts'
import { AppError } from '#server/platform/errors.ts'
import { OutboundFailed, OutboundRefused, type OutboundResponse } from '#server/platform/network/responses.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'

/** With less time left than this, the invoice could expire while the payment is in flight. */
const EXPIRY_MARGIN_MS = 30_000
const REASON_MAX_CHARACTERS = 120

export type AddressInvoice = {
  bolt11: string
  paymentHash: string
  amountMsat: bigint
  expiresAt: Date
  /** The public key of the node that is paid. The caller knows which one is ours. */
  payee: string
  /** The address in normalized form. */
  address: string
}

type AddressDeps = Pick<PaymentDeps, 'outbound' | 'network' | 'clock'>
export type AddressPayment = { address: string; amountMsat: bigint; comment?: string | null }

/** Requests an invoice of exactly this amount. Each call creates a new invoice, so a retry is a second payment. */
export async function fetchAddressInvoice(deps: AddressDeps, payment: AddressPayment): Promise<AddressInvoice> {
  const address = requireAddress(payment.address)
  const offer = await requestOffer(deps, address)
  requireAccepted(offer, payment.amountMsat)
  const callback = urlOfCallback(offer, payment.amountMsat, payment.comment ?? null)
  const { bolt11 } = await request(deps, callback, parsePayInvoice)
  const invoice = requireMatchingOffer(deps, bolt11, offer, payment.amountMsat)
  return {
    bolt11: bolt11.toLowerCase(),
    paymentHash: invoice.paymentHash,
    amountMsat: payment.amountMsat,
    expiresAt: invoice.expiresAt,
    payee: invoice.payee,
    address: formatLightningAddress(address),
  }
}

/** Checks that the address exists, and returns it in normalized form. */
export async function checkAddress(deps: Pick<AddressDeps, 'outbound'>, text: string): Promise<string> {
  const address = requireAddress(text)
  await requestOffer(deps, address)
  return formatLightningAddress(address)
}

/** The part before the @ of an address on this server, or null. Whole hosts are compared, including their ports. */
export function ownUsername(deps: Pick<PaymentDeps, 'publicOrigin'>, text: string): string | null {
  const address = requireAddress(text)
  const own = new URL(deps.publicOrigin)
  const ownHost = own.host.replace(/\.(?=:|$)/, '')
  // `name@host:80` is also this server when it listens on port 80.
  const host = own.protocol === 'http:' ? address.host.replace(/:80$/, '') : address.host
  return host === ownHost ? address.username.replace(/\+.*$/, '') : null
}

function requireAddress(text: string): LightningAddress {
  const address = parseLightningAddress(text)
  if (address === null) throw new AppError(400, 'lightning-address-invalid')
  return address
}

function requestOffer(deps: Pick<AddressDeps, 'outbound'>, address: LightningAddress): Promise<PayOffer> {
  const scheme = deps.outbound.isTestHost(address.host) ? 'http' : 'https'
  return request(deps, urlOfLightningAddress(address, scheme), parsePayOffer)
}

async function request<Parsed extends PayOffer | PayInvoice>(
  deps: Pick<AddressDeps, 'outbound'>,
  url: string,
  parse: (json: unknown) => Parsed | Refusal,
): Promise<Parsed> {
  const { status, json } = await getJson(deps, url)
  const isFound = status >= 200 && status < 300
  let response: Parsed | Refusal
  try {
    response = parse(json)
  } catch (error) {
    if (!(error instanceof InvalidLnurlResponse)) throw error
    throw isFound ? fault('lightning-address-answer-wrong', wrong(error.message)) : unknownAddress()
  }
  if ('reason' in response) throw refusedBecause(response.reason)
  if (!isFound) throw unknownAddress()
  return response
}

async function getJson({ outbound }: Pick<AddressDeps, 'outbound'>, url: string): Promise<OutboundResponse> {
  try {
    return await outbound.getJson(url)
  } catch (error) {
    // The same message for unreachable hosts and for hosts that may not be requested: it must not reveal what is in
    // our own network.
    if (error instanceof OutboundRefused) throw fault('lightning-address-unreachable')
    if (!(error instanceof OutboundFailed)) throw error
    throw error.reason === 'not-json' ? unknownAddress() : fault('lightning-address-unreachable')
  }
}

function unknownAddress(): AppError {
  return fault('lightning-address-unreachable', 'Its server does not know this Lightning address.')
}

/** The other server's reason: shortened, on one line, without invisible characters. */
function refusedBecause(reason: string): AppError {
  const text = reason.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '').trim()
  const short = [...text].slice(0, REASON_MAX_CHARACTERS).join('')
  if (short === '') return fault('lightning-address-refused')
  return fault('lightning-address-refused', `The server of this Lightning address says: ${short}`)
}

function requireAccepted(offer: PayOffer, amountMsat: bigint): void {
  if (amountMsat >= offer.minSendableMsat && amountMsat <= offer.maxSendableMsat) return
  const [least, most] = [offer.minSendableMsat, offer.maxSendableMsat].map((msat) => formatExactSats(Number(msat)))
  throw fault('amount-out-of-range', `This Lightning address accepts payments from ${least} to ${most} sats.`)
}

function requireMatchingOffer(deps: AddressDeps, bolt11: string, offer: PayOffer, amountMsat: bigint): DecodedInvoice {
  const invoice = readInvoice(bolt11)
  const { description, descriptionHash } = invoice
  const metadataHash = createHash('sha256').update(offer.metadata, 'utf8').digest('hex')
  const refuse = (why: string) => fault('lightning-address-answer-wrong', wrong(why))
  if (invoice.network !== deps.network) throw refuse('The invoice is for another network')
  if (invoice.amountMsat !== amountMsat) throw refuse('The invoice is for another amount')
  // LUD-06 requires the hash; the whole metadata as the description is equivalent.
  if (descriptionHash !== metadataHash && description !== offer.metadata) {
    throw refuse('The invoice is for something else')
  }
  if (invoice.expiresAt.getTime() - EXPIRY_MARGIN_MS <= deps.clock.now().getTime()) {
    throw refuse('The invoice has expired')
  }
  if (invoice.unpayable !== null) throw refuse('The invoice cannot be paid')
  return invoice
}

function readInvoice(bolt11: string): DecodedInvoice {
  try {
    return decodeInvoice(bolt11)
  } catch (error) {
    if (!(error instanceof InvalidInvoice)) throw error
    throw fault('lightning-address-answer-wrong', wrong('It does not contain a valid invoice'))
  }
}

function wrong(why: string): string {
  return `The server of this Lightning address sent an invalid response: ${why}.`
}

function fault(code: ErrorCode, message: string = errorCodes[code]): AppError {
  return new AppError(422, code, message)
}
