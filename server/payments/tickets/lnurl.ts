/** Tickets for wallets and Nostr apps that do not know this site: what the Lightning address of an event offers, and invoices
 * for it, with or without a zap request. Seats are held as for everybody else (hold.ts). */
import { createHash } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import type { getTicketInvoice, getTicketOffer } from '#contract/concerts/ticket-lnurl.ts'
import { formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { formatMetadata } from '#protocols/lightning/lnurl.ts'
import { findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { type ConcertRow, findConcert } from '#server/concerts/queries.ts'
import { saleOf } from '#server/concerts/seats.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import { textIn } from '#server/platform/texts.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readInvoice } from '#server/payments/invoices/queries.ts'
import { findAddressee } from '#server/payments/recipients/addressee.ts'
import { checkZapRequest, readZapRequest, refuseZapRequest } from '#server/payments/recipients/zap-request.ts'
import { buyerOf } from './buy.ts'
import { holdSeats } from './hold.ts'
import type { PurchaseRow } from './queries.ts'
import { chooseTier, readCheapest } from './tier-choice.ts'
import { purchaseToken } from './tokens.ts'
import { findZappedConcert, type TicketTags, ticketTagsOf } from './zapped.ts'

const OFFERS_PER_MINUTE = { max: 600, windowSeconds: 60 }
const INVOICES_PER_MINUTE = { max: 60, windowSeconds: 60 }

type Query = Input<typeof getTicketInvoice>['query']
type Issued = Data<typeof getTicketInvoice>
export type LnurlBuyer = { caller: Caller; operationId: string }

/** Public, with a rate limit for each IP address. */
export async function readTicketOffer(
  deps: PaymentDeps,
  ip: string,
  concertId: string,
): Promise<Data<typeof getTicketOffer>> {
  const { database, clock, publicOrigin, nostrPubkey } = deps
  await countUse(database.read, `address-offer:${ip}`, OFFERS_PER_MINUTE, clock.now())
  const concert = await requirePublic(deps, concertId)
  if (saleOf(concert, clock.now()) !== 'open') throw new AppError(409, 'ticket-sale-closed')
  const priceMsat = await readCheapest(deps, concert)
  return {
    tag: 'payRequest',
    callback: `${publicOrigin}/lnurlp/${nameOf(concert)}/callback`,
    minSendable: priceMsat,
    maxSendable: priceMsat,
    metadata: metadataOf(deps, concert),
    allowsNostr: true,
    nostrPubkey,
  }
}

/** Public, with a rate limit for each IP address. `concertId`: from the callback of an offer. */
export async function createTicketInvoice(
  deps: PaymentDeps,
  payer: LnurlBuyer,
  { concertId, query }: { concertId?: string; query: Query },
): Promise<Issued> {
  const { database, clock } = deps
  await countUse(database.read, `address:${payer.caller.ip}`, INVOICES_PER_MINUTE, clock.now())
  if (query.nostr !== undefined)
    return holdZapped(deps, payer, { text: query.nostr, amountMsat: query.amount, concertId })
  const concert = await requirePublic(deps, concertId ?? idInMetadata(query.metadata))
  const metadata = metadataOf(deps, concert)
  if (concertId === undefined && query.metadata !== metadata) throw new AppError(409, 'payment-offer-changed')
  const attempt = payer.operationId
  return hold(deps, payer, {
    concert,
    wanted: { count: 1, tierId: null },
    amountMsat: query.amount,
    text: metadata,
    attempt,
  })
}

type Zap = { text: string; amountMsat: bigint; concertId: string | undefined }

/** The tickets belong to the account that has linked the key of the request, if there is one. */
async function holdZapped(deps: PaymentDeps, payer: LnurlBuyer, { text, amountMsat, concertId }: Zap): Promise<Issued> {
  const request = readZapRequest(deps, { text, amountMsat })
  const concert =
    concertId === undefined ? await findZappedConcert(deps, request) : await requirePublic(deps, concertId)
  const artist = await findAddressee(deps, `artist.${concert.artist_id}`, undefined)
  const { id } = await checkZapRequest(deps, { ...artist, name: nameOf(concert) }, { text, amountMsat })
  const wanted = ticketTagsOf(request)
  const buyerId = await findOwnerOfKey(deps.database.read, request.sender)
  return hold(deps, payer, {
    concert,
    wanted,
    amountMsat,
    text,
    attempt: `zap ${id}`,
    zapRequest: { id, text },
    buyerId,
  })
}

type Wanted = {
  concert: ConcertRow
  wanted: TicketTags
  amountMsat: bigint
  /** What the description hash of the invoice commits to. */
  text: string
  attempt: string
  zapRequest?: { id: string; text: string }
  buyerId?: string | null
}

async function hold(deps: PaymentDeps, { caller, operationId }: LnurlBuyer, sale: Wanted): Promise<Issued> {
  const { concert, wanted, amountMsat, text, attempt, zapRequest = null, buyerId = null } = sale
  const tier = await chooseTier(deps, concert, { ...wanted, amountMsat })
  const buyer = buyerOf(deps, caller, attempt)
  const purchase = await holdSeats(deps, operationId, {
    buyer: { ...buyer, buyerId: buyer.buyerId ?? buyerId },
    order: { concertId: concert.id, tierId: tier.id, count: wanted.count, msatTotal: amountMsat },
    invoice: {
      descriptionHash: createHash('sha256').update(text, 'utf8').digest('hex'),
      descriptionText: text,
      lnurl: { name: nameOf(concert), payerData: null, zapRequest },
    },
  })
  // Of an earlier attempt with the same zap request.
  if (purchase.state !== 'held') throw refuseZapRequest('It was used before. Please sign a new one')
  return describeIssued(deps, concert, purchase)
}

async function describeIssued(deps: PaymentDeps, concert: ConcertRow, purchase: PurchaseRow): Promise<Issued> {
  const { database, publicOrigin } = deps
  const { bolt11, payment_hash: paymentHash } = (await readInvoice(database.read, purchase.id))!
  // Tickets of an account are in its list; those of nobody open with the token.
  const part = purchase.buyer_id === null ? `#${purchaseToken(deps, purchase.id)}` : ''
  return {
    pr: bolt11!,
    routes: [],
    disposable: false,
    successAction: {
      tag: 'url',
      description: textIn(PLAIN_LANGUAGE, 'tickets.title'),
      url: `${publicOrigin}/tickets${part}`,
    },
    verify: `${publicOrigin}/lnurlp/${nameOf(concert)}/verify/${paymentHash!}`,
  }
}

const nameOf = ({ id }: ConcertRow) => `event.${id}`

async function requirePublic({ database }: PaymentDeps, concertId: string): Promise<ConcertRow> {
  const concert = await findConcert(database.read, concertId.toLowerCase())
  if (concert === undefined || concert.is_draft || !concert.is_artist_public) throw notFound()
  return concert
}

function metadataOf({ publicOrigin }: PaymentDeps, concert: ConcertRow): string {
  const { name, artist_name: artistName, place, city } = concert
  const address = formatLightningAddress({ username: nameOf(concert), host: new URL(publicOrigin).host })
  return formatMetadata(
    `Ticket: ${name}, ${artistName}`,
    address,
    `A ticket for ${name} by ${artistName}, ${place}, ${city}.`,
  )
}

/** Throws 404 when it names no event. */
function idInMetadata(metadata = ''): string {
  const [, id] = /"event\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(metadata) ?? []
  if (id === undefined) throw notFound()
  return id
}
