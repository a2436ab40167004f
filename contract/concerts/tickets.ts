/** Tickets for events: buying from a balance or by an invoice, showing, handing on, refunding. The events themselves are
 * in concerts.ts. A token is what the holder of a ticket, or the buyer without an account, has: it is never part of a URL
 * that a server receives. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { balanceErrors, Invoice } from '#contract/payments/payments.ts'
import { ConcertSummary, PERSON_MAX } from './concerts.ts'

export const TOKENS_MAX = 60
export const GUEST_NAME_MAX = 80
/** One letter for the kind, then the id and a keyed hash, each as 22 characters of base64url. */
const TicketToken = z.string().check(z.regex(/^[tph][A-Za-z0-9_-]{44}$/))

export const Ticket = z.object({
  id: Id,
  /** What the QR code contains, after the address of this server. */
  token: z.string(),
  code: z.string(),
  concert: ConcertSummary,
  tierName: z.nullable(z.string()),
  /** The name on the guest list. */
  guestName: z.nullable(z.string()),
  state: z.enum(['valid', 'used', 'refunded']),
  usedAt: z.nullable(Instant),
  msatPrice: Msat,
  /** False when somebody else paid: a refund goes to them. */
  isPaidByHolder: z.boolean(),
  /** The token of an open link with which somebody else takes the ticket. */
  handOnToken: z.nullable(z.string()),
})

export const Purchase = z.object({
  id: Id,
  token: z.string(),
  concert: ConcertSummary,
  tierName: z.string(),
  count: z.int(),
  msatPrice: Msat,
  msatTotal: Msat,
  /** For a price in US dollars: cents for one ticket, and the cents for one bitcoin at which it was converted. */
  centsPrice: z.nullable(z.int()),
  centsPerBtc: z.nullable(z.int()),
  state: z.enum(['held', 'sold', 'released']),
  /** Until when the seats are held. */
  expiresAt: Instant,
  invoice: z.nullable(Invoice),
  /** Money that came back to a buyer without an account and can be claimed. */
  msatClaimable: Msat,
})

export const OpenedTickets = z.object({ purchases: z.array(Purchase), tickets: z.array(Ticket) })

export const TicketOrder = z.strictObject({
  concertId: Id,
  tierId: Id,
  count: z.int().check(z.minimum(1), z.maximum(PERSON_MAX)),
  /** The total that the buyer was shown. The order is refused if the price has changed. */
  msatTotal: Msat,
})

const ByToken = z.strictObject({ token: TicketToken })

const orderErrors = [
  'ticket-sold-out',
  'ticket-limit',
  'ticket-sale-closed',
  'ticket-price-changed',
  'rate-unknown',
] as const

export const buyTickets = {
  method: 'POST',
  path: '/tickets',
  access: 'user',
  proof: 'money',
  summary: 'Buys tickets from the balance of the caller, or takes free ones',
  body: TicketOrder,
  data: Purchase,
  errors: [...orderErrors, ...balanceErrors],
} as const satisfies Endpoint

export const holdTickets = {
  method: 'POST',
  path: '/tickets/holds',
  access: 'public',
  summary: 'Holds seats for ten minutes, with an invoice that any wallet may pay',
  body: z.strictObject({
    order: TicketOrder,
    /** Chosen by the client at random. Repeating it returns the same hold. */
    attempt: z.string().check(z.regex(/^[\w-]{22,64}$/)),
  }),
  data: Purchase,
  errors: [...orderErrors, 'ticket-hold-open', 'lightning-unavailable'],
  isSecret: true,
} as const satisfies Endpoint

export const payHeldTickets = {
  method: 'POST',
  path: '/tickets/holds/pay',
  access: 'user',
  proof: 'money',
  summary: 'Pays for held seats from the balance of the caller, instead of by their invoice',
  body: ByToken,
  data: Purchase,
  errors: ['ticket-sold-out', 'invoice-already-paid', 'invoice-own-node', 'lightning-unavailable', ...balanceErrors],
  isSecret: true,
} as const satisfies Endpoint

export const listTickets = {
  method: 'GET',
  path: '/tickets',
  access: 'user',
  summary: 'The tickets and the purchases of the caller, newest first',
  data: OpenedTickets,
  isSecret: true,
} as const satisfies Endpoint

export const openTickets = {
  method: 'POST',
  path: '/tickets/open',
  access: 'public',
  isUnseen: true,
  summary: 'The tickets and purchases that these tokens open',
  body: z.strictObject({ tokens: z.array(TicketToken).check(z.maxLength(TOKENS_MAX)) }),
  data: OpenedTickets,
  isSecret: true,
} as const satisfies Endpoint

const handingOn = {
  method: 'POST',
  access: 'public',
  body: ByToken,
  data: Ticket,
  errors: ['ticket-used', 'ticket-refunded'],
  isSecret: true,
} as const

export const handOnTicket = {
  ...handingOn,
  path: '/tickets/hand-on',
  summary: 'Creates a link with which somebody else takes the ticket',
} as const satisfies Endpoint

export const takeTicket = {
  ...handingOn,
  path: '/tickets/take',
  summary: 'Takes a ticket that was handed on. What its former holder has no longer opens',
} as const satisfies Endpoint

export const claimTicketMoney = {
  method: 'POST',
  path: '/tickets/claim',
  access: 'user',
  summary: 'Moves what came back for a purchase without an account to the balance of the caller',
  body: ByToken,
  data: z.object({ msatClaimed: Msat }),
} as const satisfies Endpoint

export const refundTicket = {
  method: 'POST',
  path: '/tickets/:ticketId/refund',
  access: 'user',
  proof: 'money',
  summary: 'Refunds a ticket to whoever paid for it, once; after the payout from the balance of the owner at the sale',
  params: z.object({ ticketId: Id }),
  data: z.null(),
  errors: [...balanceErrors, 'forbidden', 'ticket-refunded'],
} as const satisfies Endpoint

export const cancelConcert = {
  method: 'POST',
  path: '/concerts/:concertId/cancel',
  access: 'user',
  summary: 'Cancels an event until 24 hours after its end, and refunds all of its tickets',
  params: z.object({ concertId: Id }),
  data: z.null(),
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

const SoldTicket = z.object({
  id: Id,
  code: z.string(),
  tierName: z.nullable(z.string()),
  guestName: z.nullable(z.string()),
  buyer: z.nullable(z.string()),
  state: z.enum(['valid', 'used', 'refunded']),
  msatPrice: Msat,
  /** For a price in US dollars: what it was converted from. */
  centsPrice: z.nullable(z.int()),
})

export const listTicketSales = {
  method: 'GET',
  path: '/concerts/:concertId/sales',
  access: 'user',
  summary: 'What an event has sold, its money, and its newest 1000 tickets',
  params: z.object({ concertId: Id }),
  data: z.object({
    sold: z.int(),
    held: z.int(),
    guests: z.int(),
    used: z.int(),
    refunded: z.int(),
    /** Held in the event's account until a day after its end. */
    msatWaiting: Msat,
    msatPaidOut: Msat,
    paysOutAt: Instant,
    helpers: z.array(z.string()),
    tickets: z.array(SoldTicket),
  }),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const addConcertGuest = {
  method: 'POST',
  path: '/concerts/:concertId/guests',
  access: 'user',
  summary: 'Adds a name to the guest list: a free ticket beside the seats for sale',
  params: z.object({ concertId: Id }),
  body: z.strictObject({ name: text(GUEST_NAME_MAX) }),
  data: z.object({ ticketId: Id, token: z.string(), code: z.string() }),
  errors: ['forbidden', 'rule-broken'],
  isSecret: true,
} as const satisfies Endpoint
