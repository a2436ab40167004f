/** Paying and being paid: zaps by invoice and from the balance, deposits, withdrawals, and what became of them. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, Instant, MESSAGE_MAX, optionalText } from './fields.ts'
import { Msat, PaymentAmount, SignedMsat } from './money.ts'

const ContentTime = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(50_000))))
/** Others are then not told who paid: neither with the payment nor with its message. */
const WithoutName = z.optional(z.boolean())

const InvoiceState = z.enum(['open', 'paid', 'expired'])
/** An invoice for a zap. `request` is the BOLT 11 text. */
export const Invoice = z.object({
  invoiceId: Id,
  request: z.string(),
  paymentHash: z.string(),
  msatAmount: Msat,
  /** What arrived, once paid; may be more than was asked. */
  msatReceived: z.nullable(Msat),
  expiresAt: Instant,
  state: InvoiceState,
})

export const createInvoice = {
  method: 'POST',
  path: '/invoices',
  access: 'public',
  summary: 'Makes an invoice that zaps a content; anybody may pay it with any wallet',
  body: z.strictObject({
    contentId: Id,
    msatAmount: PaymentAmount,
    comment: optionalText(MESSAGE_MAX),
    contentTime: ContentTime,
    withoutName: WithoutName,
    /** A zap request of nostr (NIP-57), as JSON: the receipt is then published under the key that signed it. */
    zapRequest: z.optional(z.string().check(z.maxLength(16_000))),
  }),
  data: Invoice,
  errors: ['amount-out-of-range', 'content-not-payable', 'lightning-unavailable', 'zap-request-invalid'],
} as const satisfies Endpoint

export const getInvoice = {
  method: 'GET',
  path: '/invoices/:invoiceId',
  access: 'public',
  summary: 'Where a zap invoice stands',
  params: z.object({ invoiceId: Id }),
  data: Invoice,
} as const satisfies Endpoint

export const watchInvoice = {
  method: 'GET',
  path: '/invoices/:invoiceId/events',
  access: 'public',
  summary: 'Server-sent events: the invoice now and each time its state changes',
  params: z.object({ invoiceId: Id }),
  data: z.null(),
  events: Invoice,
} as const satisfies Endpoint

const PaymentState = z.enum(['pending', 'settled', 'failed'])

export const send = {
  method: 'POST',
  path: '/send',
  access: 'user',
  proof: 'money',
  summary: 'Zaps a content from the balance',
  body: z.strictObject({
    contentId: Id,
    msatAmount: PaymentAmount,
    comment: optionalText(MESSAGE_MAX),
    contentTime: ContentTime,
    withoutName: WithoutName,
  }),
  data: z.object({ paymentId: Id, state: PaymentState }),
  errors: [
    'amount-out-of-range',
    'insufficient-balance',
    'content-not-payable',
    'withdrawals-held',
    'outgoing-stopped',
    'held-by-owner',
    'proof-needed',
  ],
} as const satisfies Endpoint

export const createDeposit = {
  method: 'POST',
  path: '/deposit',
  access: 'user',
  summary: 'Makes an invoice that fills my balance',
  body: z.strictObject({ msatAmount: PaymentAmount }),
  data: z.object({ invoiceId: Id, request: z.string(), uri: z.string() }),
  errors: ['amount-out-of-range', 'lightning-unavailable'],
} as const satisfies Endpoint

export const getDeposit = {
  method: 'GET',
  path: '/deposit/:invoiceId',
  access: 'user',
  summary: 'Where my deposit stands',
  params: z.object({ invoiceId: Id }),
  data: z.object({ invoice: Invoice }),
} as const satisfies Endpoint

/** Where money leaves to: an invoice, or a lightning address and how much. Exactly one of the two. */
export const Destination = {
  invoice: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000))),
  lightningAddress: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(320))),
  msatAmount: z.optional(PaymentAmount),
  /** Told to whoever the address belongs to, if they take messages. */
  comment: optionalText(MESSAGE_MAX),
}

/** What a payment that leaves may be refused for. */
export const destinationErrors = [
  'bad-request',
  'invoice-invalid',
  'invoice-wrong-network',
  'invoice-expired',
  'invoice-without-amount',
  'invoice-own-node',
  'invoice-already-tried',
  'invoice-already-paid',
  'lightning-address-invalid',
  'lightning-address-unreachable',
  'lightning-address-refused',
  'lightning-address-answer-wrong',
  'amount-out-of-range',
  'fee-limit-too-high',
  'insufficient-balance',
  'withdrawals-halted',
  'outgoing-stopped',
  'lightning-unavailable',
] as const

export const withdraw = {
  method: 'POST',
  path: '/withdraw',
  access: 'user',
  proof: 'money',
  summary: 'Pays a Lightning invoice or address from my balance; answers at once, the outcome follows',
  body: z.strictObject({ ...Destination, msatMaxFee: z.optional(PaymentAmount), description: optionalText(255) }),
  data: z.object({ paymentId: Id, state: PaymentState, feeReserveMsat: Msat }),
  errors: [
    ...destinationErrors,
    'invoice-own',
    'email-not-verified',
    'withdrawals-held',
    'held-by-owner',
    'proof-needed',
    'withdrawal-limit',
    'withdrawals-failing',
  ],
} as const satisfies Endpoint

/** One attempt to forward a batch: each has an invoice and a payout of its own. */
const Attempt = z.object({
  createdAt: Instant,
  state: PaymentState,
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown'])),
  failureReason: z.nullable(z.string()),
  msatAmount: Msat,
  feeMsat: z.nullable(Msat),
})

/** One payment of mine with its exact arithmetic. */
export const Payment = z.object({
  paymentId: Id,
  type: z.string(),
  state: PaymentState,
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown'])),
  /** Of a payment that is pending: when its money comes back, unless it has been sent by then. */
  heldUntil: z.nullable(Instant),
  failureReason: z.nullable(z.string()),
  /** What was paid, before anything was taken from it. */
  msatAmount: Msat,
  /** What it did to my balance by now. */
  msatChange: SignedMsat,
  /** My own share of it, when it was shared. */
  splitMsatAmount: z.nullable(Msat),
  feeReserveMsat: z.nullable(Msat),
  feeMsat: z.nullable(Msat),
  contentId: z.nullable(Id),
  contentType: z.nullable(z.string()),
  contentTitle: z.nullable(z.string()),
  /** Where in the content it was paid, in seconds. */
  contentTime: z.nullable(z.int()),
  comment: z.nullable(z.string()),
  /** Who paid, when that is somebody here who gave their name with it. */
  userId: z.nullable(Id),
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  /** I paid it, and without my name. */
  withoutName: z.boolean(),
  /** How it came in, or that it left without an invoice; null of everything else that leaves. */
  paidBy: z.nullable(z.enum(['balance', 'invoice', 'nostr', 'keysend'])),
  /** The name the payer gave: with a lightning address (LUD-18), a keysend or a podcast app. Not verified. */
  payerName: z.nullable(z.string()),
  /** The podcast app it was paid with, as that app says. */
  appName: z.nullable(z.string()),
  /** The nostr key that signed the zap request it was paid for. */
  payerPubkey: z.nullable(z.string()),
  /** Whom it went to, or whose address it came for: a lightning address, or a name here. */
  counterparty: z.nullable(z.string()),
  /** How whoever that is calls themselves, when it is somebody here. */
  counterpartyName: z.nullable(z.string()),
  paymentHash: z.nullable(z.string()),
  /** Proof of payment, for whoever paid. */
  preimage: z.nullable(z.string()),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
  feePpm: z.nullable(z.int()),
  /** The time split in force at that position: numerator/denominator of what the platform leaves. */
  timeSplit: z.nullable(
    z.object({
      shareNumerator: z.int(),
      shareDenominator: z.int(),
      contentId: z.nullable(Id),
      title: z.nullable(z.string()),
    }),
  ),
  /** Who got what, in order, the platform last. Empty where nothing was shared. */
  legs: z.array(
    z.object({
      role: z.string(),
      userId: z.nullable(Id),
      name: z.nullable(z.string()),
      displayName: z.nullable(z.string()),
      share: z.nullable(z.int()),
      msatAmount: Msat,
    }),
  ),
  /** Of a forward, the newest first. */
  attempts: z.array(Attempt),
})

export const getPayment = {
  method: 'GET',
  path: '/payments/:paymentId',
  access: 'user',
  summary: 'One payment of mine: its state and who got what',
  params: z.object({ paymentId: Id }),
  data: Payment,
} as const satisfies Endpoint

export const UserEvent = z.object({
  kind: z.enum(['balance', 'payment', 'notification']),
  msatBalance: z.nullable(Msat),
  paymentId: z.nullable(Id),
  state: z.nullable(PaymentState),
  /** Of a notification: whether the bell has its red dot now. The list behind it may have changed too. */
  notify: z.nullable(z.boolean()),
})

export const watchAccount = {
  method: 'GET',
  path: '/events',
  access: 'user',
  summary: 'Server-sent events of the signed-in person: balance, payments and notifications',
  data: z.null(),
  events: UserEvent,
} as const satisfies Endpoint
