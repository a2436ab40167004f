/** Payments by LNURL to users and content here, from any wallet: LUD-06, 09, 12, 16, 18, 20, 21 and NIP-57.
 * Responses have no envelope; an error is `{status: 'ERROR', reason}`. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Hex32, MESSAGE_MAX, withoutReversal } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

/** A username, or `track.<id>` and the like for content. */
const Name = z.string().check(z.minLength(1), z.maxLength(100))
export const AmountText = z.codec(
  z.string('amount-invalid').check(z.regex(/^[1-9]\d{0,15}$/, 'amount-invalid')),
  z.bigint(),
  {
    decode: (wire) => BigInt(wire),
    encode: String,
  },
)
/** The position in the content, in seconds. Time splits at this position apply. */
const PositionText = z.codec(z.string().check(z.regex(/^(0|[1-9]\d{0,4})$/)), z.int().check(z.maximum(50_000)), {
  decode: (wire) => Number.parseInt(wire, 10),
  encode: String,
})
/** The maximum counts characters, not UTF-16 code units. */
const Comment = z.string().check(
  withoutReversal,
  z.trim(),
  z.refine((text) => [...text].length <= MESSAGE_MAX, `A comment has at most ${MESSAGE_MAX} characters`),
)

const lnurlRead = { method: 'GET', base: '', access: 'public', isRaw: true } as const

/** What every offer has (LUD-06). */
export const payRequest = {
  tag: z.literal('payRequest'),
  callback: z.string(),
  minSendable: Msat,
  maxSendable: Msat,
  metadata: z.string(),
}
const PayerField = z.object({ mandatory: z.boolean() })

export const getAddressOffer = {
  ...lnurlRead,
  path: '/.well-known/lnurlp/:name',
  summary: 'What a Lightning address of a user or content accepts, and the URL for its invoices (LUD-06, 12, 16, 18)',
  params: z.object({ name: Name }),
  query: z.object({ t: z.optional(PositionText) }),
  data: z.object({
    ...payRequest,
    commentAllowed: z.int(),
    payerData: z.object({ name: PayerField, pubkey: PayerField, identifier: PayerField }),
    /** False for a user without a linked Nostr key. */
    allowsNostr: z.boolean(),
    nostrPubkey: z.optional(z.string()),
  }),
  errors: ['content-not-payable'],
} as const satisfies Endpoint

export const getKeysendAddress = {
  ...lnurlRead,
  path: '/.well-known/keysend/:name',
  summary: 'The node and the record by which a podcast app pays a Lightning address without an invoice (keysend)',
  params: z.object({ name: Name }),
  data: z.object({
    status: z.literal('OK'),
    tag: z.literal('keysend'),
    /** The public key of the Lightning node. */
    pubkey: z.string(),
    customData: z.array(z.object({ customKey: z.string(), customValue: z.string() })),
  }),
  errors: ['content-not-payable', 'keysend-not-received'],
} as const satisfies Endpoint

const SuccessAction = z.discriminatedUnion('tag', [
  z.object({ tag: z.literal('message'), message: z.string() }),
  z.object({ tag: z.literal('url'), description: z.string(), url: z.string() }),
])

export const AddressInvoice = z.object({
  pr: z.string(),
  routes: z.array(z.string()),
  disposable: z.boolean(),
  successAction: SuccessAction,
  verify: z.string(),
})

const invoiceCall = {
  ...lnurlRead,
  query: z.object({
    amount: AmountText,
    comment: z.optional(Comment),
    t: z.optional(PositionText),
    /** The payer data, as JSON. */
    payerdata: z.optional(z.string().check(z.maxLength(2_000))),
    /** A zap request, as JSON. */
    nostr: z.optional(z.string().check(z.maxLength(16_000))),
  }),
  data: AddressInvoice,
  errors: [
    'amount-invalid',
    'amount-out-of-range',
    'content-not-payable',
    'lightning-unavailable',
    'payer-data-invalid',
    'payment-offer-changed',
    'zap-request-invalid',
  ],
} as const

export const getAddressInvoice = {
  ...invoiceCall,
  path: '/lnurlp/:name/callback',
  summary: 'An invoice of a Lightning address, for an amount in msat (LUD-06, 09, 12, 18, 21, NIP-57)',
  params: z.object({ name: Name }),
} as const satisfies Endpoint

/** The callback of an offer. The hash is in the path, because some wallets do not check for an existing query. */
export const getOfferedInvoice = {
  ...invoiceCall,
  path: '/lnurlp/:name/callback/:offer',
  summary: 'The same for the metadata that the payer was shown; refused if the metadata has changed',
  params: z.object({
    name: Name,
    /** SHA-256 of the metadata and, after a hyphen, the position in seconds. */
    offer: z.string().check(z.regex(/^[0-9a-f]{64}(-(0|[1-9]\d{0,4}))?$/)),
  }),
} as const satisfies Endpoint

export const verifyAddressPayment = {
  ...lnurlRead,
  path: '/lnurlp/:name/verify/:paymentHash',
  summary: 'Whether an invoice of a Lightning address was paid (LUD-21)',
  params: z.object({ name: Name, paymentHash: Hex32 }),
  data: z.object({
    status: z.literal('OK'),
    settled: z.boolean(),
    preimage: z.nullable(z.string()),
    pr: z.string(),
  }),
} as const satisfies Endpoint
