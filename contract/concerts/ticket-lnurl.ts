/** Tickets for wallets and Nostr apps that do not know this site: an event has a Lightning address, `event.<id>`, and takes zap
 * requests to its calendar event (LUD-06, 09, 16, 21, NIP-57). Errors are `{status: 'ERROR', reason}`. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'
import { AmountText, payRequest } from '#contract/payments/lightning-address.ts'

const ById = z.object({ concertId: Id })

export const getTicketOffer = {
  method: 'GET',
  path: '/.well-known/lnurlp/event.:concertId',
  base: '',
  access: 'public',
  isRaw: true,
  summary: 'One ticket of the cheapest kind, as the Lightning address of an event offers it (LUD-06, 16)',
  params: ById,
  data: z.object({
    /** The smallest and the largest amount are the same: the price now. */
    ...payRequest,
    allowsNostr: z.boolean(),
    nostrPubkey: z.string(),
  }),
  errors: ['ticket-sold-out', 'ticket-sale-closed'],
} as const satisfies Endpoint

export const TicketInvoice = z.object({
  pr: z.string(),
  routes: z.array(z.string()),
  disposable: z.boolean(),
  /** The page that opens the tickets once they are paid. Only the payer gets its address. */
  successAction: z.object({ tag: z.literal('url'), description: z.string(), url: z.string() }),
  verify: z.string(),
})

const invoiceCall = {
  method: 'GET',
  access: 'public',
  isRaw: true,
  data: TicketInvoice,
  errors: [
    'amount-invalid',
    'lightning-unavailable',
    'payment-offer-changed',
    'ticket-hold-open',
    'ticket-limit',
    'ticket-price-changed',
    'rate-unknown',
    'ticket-sale-closed',
    'ticket-sold-out',
    'zap-request-invalid',
  ],
} as const

const Query = {
  /** The price of all tickets, in msat. */
  amount: AmountText,
  /** A zap request, as JSON. Its `a` or `e` tag names the calendar event (kind 31923); `count`: how many tickets, 1 when absent;
   * `tier`: the id of their tier; without it, the first tier with this price. */
  nostr: z.optional(z.string().check(z.maxLength(16_000))),
}

export const getTicketInvoice = {
  ...invoiceCall,
  path: '/tickets/invoice',
  summary:
    'Holds seats for ten minutes, with an invoice: for a zap request to an event, or for the metadata of its offer',
  query: z.object({
    ...Query,
    /** Without a zap request: the metadata of the offer, which names the event. */
    metadata: z.optional(z.string().check(z.maxLength(2_000))),
  }),
} as const satisfies Endpoint

export const getOfferedTicket = {
  ...invoiceCall,
  path: '/lnurlp/event.:concertId/callback',
  base: '',
  summary: 'The same for the event whose offer has this callback',
  params: ById,
  query: z.object(Query),
} as const satisfies Endpoint
