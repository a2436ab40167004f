/** The Lightning addresses of this server, for users and for content: what they accept, and the invoices they return
 * (LUD-06, 09, 12, 16, 18, 20, 21 and NIP-57). Addresses on other servers are requested by addresses/external.ts. */
import { createHash } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import { MESSAGE_MAX } from '#contract/fields.ts'
import type {
  getAddressInvoice,
  getAddressOffer,
  getKeysendAddress,
  verifyAddressPayment,
} from '#contract/payments/lightning-address.ts'
import { CONTENT_RECORD } from '#protocols/lightning/boostagram.ts'
import { parseRssPayment, type RssPayment } from '#protocols/lightning/rss-payment.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { findAddressee, type Addressee } from '#server/payments/recipients/addressee.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestInvoice, requirePayable, type InvoiceRequest } from '#server/payments/invoices/invoice.ts'
import { findInvoiceByHash } from '#server/payments/invoices/queries.ts'
import { parsePayerData } from './payer-data.ts'
import { requireWithinLimits, withoutTimeSplit, zapOf } from '#server/payments/recipients/terms.ts'
import { checkZapRequest, acceptsZaps } from '#server/payments/recipients/zap-request.ts'

const OFFERS_PER_MINUTE = { max: 600, windowSeconds: 60 }
const INVOICES_PER_MINUTE = { max: 60, windowSeconds: 60 }
const LOOKUPS_PER_MINUTE = { max: 600, windowSeconds: 60 }
const OPTIONAL = { mandatory: false } as const

export type AddressPayer = { ip: string; operationId: string }
type Offer = Data<typeof getAddressOffer>

export async function readAddressOffer(
  deps: PaymentDeps,
  ip: string,
  { params, query }: Input<typeof getAddressOffer>,
): Promise<Offer> {
  const { database, clock, limits, publicOrigin, nostrPubkey } = deps
  await countUse(database.read, `address-offer:${ip}`, OFFERS_PER_MINUTE, clock.now())
  const addressee = await findAddressee(deps, params.name, query.t)
  const { name, metadata } = addressee
  const place = query.t === undefined ? '' : `-${query.t}`
  return {
    tag: 'payRequest',
    // Contains the hash of the metadata that the payer was shown, so that the invoice cannot be for anything else.
    callback: `${publicOrigin}/lnurlp/${name}/callback/${hashOf(metadata)}${place}`,
    minSendable: leastOf(deps),
    maxSendable: limits.maxPaymentMsat,
    metadata,
    commentAllowed: MESSAGE_MAX,
    payerData: { name: OPTIONAL, pubkey: OPTIONAL, identifier: OPTIONAL },
    ...((await acceptsZaps(deps, addressee)) ? { allowsNostr: true, nostrPubkey } : { allowsNostr: false }),
  }
}

/** Public. Podcast apps request this first; if it is refused, they use the LNURL of the same address. */
export async function readKeysendAddress(
  deps: PaymentDeps,
  ip: string,
  { params }: Input<typeof getKeysendAddress>,
): Promise<Data<typeof getKeysendAddress>> {
  const { database, clock, node, nodePubkey } = deps
  await countUse(database.read, `address-offer:${ip}`, OFFERS_PER_MINUTE, clock.now())
  const addressee = await findAddressee(deps, params.name, undefined)
  if (!node.capabilities.keysend) throw new AppError(422, 'keysend-not-received')
  const customValue = addressee.kind === 'person' ? addressee.userId : addressee.content.contentId
  return { status: 'OK', tag: 'keysend', pubkey: nodePubkey, customData: [{ customKey: CONTENT_RECORD, customValue }] }
}

/** Public, with a rate limit for each IP address. */
export async function createAddressInvoice(
  deps: PaymentDeps,
  payer: AddressPayer,
  { params, query }: Input<typeof getAddressInvoice> & { params: { offer?: string } },
): Promise<Data<typeof getAddressInvoice>> {
  const { database, clock, publicOrigin } = deps
  await countUse(database.read, `address:${payer.ip}`, INVOICES_PER_MINUTE, clock.now())
  requireWithinLimits(deps, query.amount)
  requirePayable(deps, query.amount)
  const [shown, position] = params.offer?.split('-') ?? []
  const at = position === undefined ? query.t : Number.parseInt(position, 10)
  const addressee = await findAddressee(deps, params.name, at)
  if (shown !== undefined && shown !== hashOf(addressee.metadata)) {
    throw new AppError(409, 'payment-offer-changed')
  }
  const described = await describePayment(deps, addressee, query)
  const invoice = await requestInvoice(deps, {
    id: payer.operationId,
    amountMsat: query.amount,
    description: '',
    descriptionHash: hashOf(described.text),
    descriptionText: described.text,
    ...purposeOf(addressee, described),
    lnurl: {
      name: addressee.name,
      payerData: described.payerData,
      zapRequest: described.zapRequest,
      rssPayment: described.rssPayment && { action: described.rssPayment.action, url: described.rssPayment.url },
    },
  })
  const { thanks, name } = addressee
  return {
    pr: invoice.bolt11!,
    routes: [],
    // The address can be paid again (LUD-11).
    disposable: false,
    successAction:
      'url' in thanks
        ? { tag: 'url', description: thanks.message, url: thanks.url }
        : { tag: 'message', message: thanks.message },
    verify: `${publicOrigin}/lnurlp/${name}/verify/${invoice.payment_hash!}`,
  }
}

/** Public to anyone who knows the payment hash, which only the payer's wallet does. Says whether the invoice was
 * paid. */
export async function verifyPayment(
  deps: PaymentDeps,
  ip: string,
  { params }: Input<typeof verifyAddressPayment>,
): Promise<Data<typeof verifyAddressPayment>> {
  const { database, clock, node, log } = deps
  await countUse(database.read, `address-verify:${ip}`, LOOKUPS_PER_MINUTE, clock.now())
  const invoice = await findInvoiceByHash(database.read, params.paymentHash)
  if (invoice === undefined || invoice.lnurl_name !== params.name.toLowerCase() || invoice.bolt11 === null) {
    throw notFound()
  }
  const isPaid = invoice.state === 'paid'
  // An invoice paid from a balance on this server reveals no preimage.
  const status = !isPaid
    ? null
    : await node.lookupInvoice(params.paymentHash).catch((error: unknown) => {
        log.warn('invoice-lookup-failed', { invoiceId: invoice.id, error })
        return null
      })
  const preimage = status?.state === 'paid' ? (status.preimage ?? null) : null
  return { status: 'OK', settled: isPaid, preimage, pr: invoice.bolt11 }
}

type Described = {
  /** The text that the invoice's description hash commits to. */
  text: string
  comment: string | null
  payerData: string | null
  zapRequest: { id: string; text: string } | null
  /** From a podcast app that pays by the value block of a feed. */
  rssPayment: RssPayment | null
}
type Query = Input<typeof getAddressInvoice>['query']

async function describePayment(deps: PaymentDeps, addressee: Addressee, query: Query): Promise<Described> {
  const rssPayment = parseRssPayment(query.comment)
  const comment = rssPayment === null ? query.comment || null : publicMessageOf(rssPayment)
  if (query.nostr !== undefined) {
    if (query.payerdata !== undefined) {
      throw new AppError(
        400,
        'payer-data-invalid',
        'A zap request identifies the payer, so it cannot be combined with payerdata.',
      )
    }
    const zapRequest = await checkZapRequest(deps, addressee, { text: query.nostr, amountMsat: query.amount })
    const message = rssPayment === null ? (comment ?? zapRequest.message) : comment
    return { text: query.nostr, comment: message, payerData: null, zapRequest, rssPayment }
  }
  const { payerdata: payerData = null } = query
  if (payerData !== null) parsePayerData(payerData)
  return { text: addressee.metadata + (payerData ?? ''), comment, payerData, zapRequest: null, rssPayment }
}

/** Streaming apps pay every minute, so a message sent with a stream is not a comment. */
function publicMessageOf({ action, message }: RssPayment): string | null {
  return action === 'stream' ? null : message
}

function purposeOf(
  addressee: Addressee,
  { comment, rssPayment }: Described,
): Pick<InvoiceRequest, 'purpose' | 'ownerId' | 'comment' | 'zap'> {
  if (addressee.kind === 'person') return { purpose: 'address', ownerId: addressee.userId, comment, zap: null }
  const { content, position } = addressee
  const terms = rssPayment === null ? addressee.terms : withoutTimeSplit(addressee.terms)
  return { purpose: 'zap', ownerId: null, zap: zapOf({ content, terms }, comment, position) }
}

function leastOf({ limits, node }: PaymentDeps): bigint {
  const least = limits.minPaymentMsat
  return node.capabilities.msatInvoices ? least : ((least + 999n) / 1_000n) * 1_000n
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
