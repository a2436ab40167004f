/** Payments: zaps by invoice and from the balance, deposits, withdrawals, and their outcomes. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ContentType, Id, Instant, MESSAGE_MAX, optionalText } from '#contract/fields.ts'
import { Msat, PaymentAmount, SignedMsat } from '#contract/money.ts'
import { LineNote } from './line-notes.ts'

const InvoiceState = z.enum(['open', 'paid', 'expired'])
/** An invoice for a zap. `request` is the BOLT 11 text. */
export const Invoice = z.object({
  invoiceId: Id,
  request: z.string(),
  paymentHash: z.string(),
  msatAmount: Msat,
  /** The amount that arrived, once paid; may be more than requested. */
  msatReceived: z.nullable(Msat),
  expiresAt: Instant,
  state: InvoiceState,
})

/** Of payments from a balance that may need a proof. */
export const balanceErrors = [
  'insufficient-balance',
  'withdrawals-held',
  'withdrawals-halted',
  'outgoing-stopped',
  'proof-needed',
] as const

const zapFields = {
  contentId: Id,
  msatAmount: PaymentAmount,
  comment: optionalText(MESSAGE_MAX),
  contentTime: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(50_000)))),
  /** Others do not see who paid, neither on the payment nor on its message. */
  isAnonymous: z.optional(z.boolean()),
}

export const createInvoice = {
  method: 'POST',
  path: '/invoices',
  access: 'public',
  summary: 'Creates an invoice that zaps a content; anybody may pay it with any wallet',
  body: z.strictObject({
    ...zapFields,
    /** A Nostr zap request (NIP-57), as JSON. The receipt is then published for the key that signed it. */
    zapRequest: z.optional(z.string().check(z.maxLength(16_000))),
  }),
  data: Invoice,
  errors: ['amount-out-of-range', 'content-not-payable', 'lightning-unavailable', 'zap-request-invalid'],
} as const satisfies Endpoint

export const getInvoice = {
  method: 'GET',
  path: '/invoices/:invoiceId',
  access: 'public',
  summary: 'The state of an invoice',
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
  body: z.strictObject(zapFields),
  data: z.object({ paymentId: Id, state: PaymentState }),
  errors: [...balanceErrors, 'amount-out-of-range', 'content-not-payable', 'held-by-owner'],
} as const satisfies Endpoint

export const createDeposit = {
  method: 'POST',
  path: '/deposit',
  access: 'user',
  summary: 'Creates an invoice that credits the balance of the caller',
  body: z.strictObject({ msatAmount: PaymentAmount }),
  data: z.object({ invoiceId: Id, request: z.string(), uri: z.string() }),
  errors: ['amount-out-of-range', 'lightning-unavailable'],
} as const satisfies Endpoint

export const getDeposit = {
  method: 'GET',
  path: '/deposit/:invoiceId',
  access: 'user',
  summary: 'The state of a deposit of the caller',
  params: z.object({ invoiceId: Id }),
  data: z.object({ invoice: Invoice }),
} as const satisfies Endpoint

/** The destination of an outgoing payment: either an invoice, or a Lightning address and an amount. */
export const Destination = {
  invoice: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000))),
  lightningAddress: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(320))),
  msatAmount: z.optional(PaymentAmount),
  /** Sent to the recipient, if they accept messages. */
  comment: optionalText(MESSAGE_MAX),
}

/** Errors that can refuse an outgoing payment. */
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
  summary: 'Pays a Lightning invoice or address from the caller’s balance; responds immediately, the outcome follows',
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

/** One attempt to forward a batch, with its own invoice and payout. */
const Attempt = z.object({
  createdAt: Instant,
  state: PaymentState,
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown'])),
  failureReason: z.nullable(z.string()),
  msatAmount: Msat,
  feeMsat: z.nullable(Msat),
})

/** One payment of the caller with its exact arithmetic. */
export const Payment = z.object({
  paymentId: Id,
  type: z.string(),
  state: PaymentState,
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown'])),
  /** For a pending payment: when its money is returned, unless it has been sent by then. */
  heldUntil: z.nullable(Instant),
  failureReason: z.nullable(z.string()),
  /** The amount paid, before any deduction. */
  msatAmount: Msat,
  /** The change of the caller's balance so far. */
  msatChange: SignedMsat,
  /** On its way: reaches the balance later, or not at all. */
  msatPending: Msat,
  /** When it does, if that is known: money of tickets, a day after the event, unless that moves or is cancelled. */
  arrivesAt: z.nullable(Instant),
  note: z.nullable(LineNote),
  /** The caller's own share, if the payment was split. */
  splitMsatAmount: z.nullable(Msat),
  feeReserveMsat: z.nullable(Msat),
  feeMsat: z.nullable(Msat),
  contentId: z.nullable(Id),
  contentType: z.nullable(z.string()),
  contentTitle: z.nullable(z.string()),
  /** The position that was paid at, in seconds. */
  contentTime: z.nullable(z.int()),
  comment: z.nullable(z.string()),
  /** The payer, if they have an account here and are not anonymous. */
  userId: z.nullable(Id),
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  /** The caller paid it as an anonymous zap. */
  isAnonymous: z.boolean(),
  /** How it arrived, or `keysend` if it was sent without an invoice; null for all other outgoing payments. `house`: a
   * visitor's first zap, paid by the operator. */
  paidBy: z.nullable(z.enum(['balance', 'invoice', 'nostr', 'keysend', 'house'])),
  /** The payer's name from a Lightning address payment (LUD-18), a keysend or a podcast app. Not verified. */
  payerName: z.nullable(z.string()),
  /** The podcast app it was paid with, as reported by that app. */
  appName: z.nullable(z.string()),
  /** The Nostr key that signed the zap request. */
  payerPubkey: z.nullable(z.string()),
  /** The recipient of an outgoing payment: a Lightning address, or a username here. */
  counterparty: z.nullable(z.string()),
  /** The display name of the counterparty, if they have an account here. */
  counterpartyName: z.nullable(z.string()),
  paymentHash: z.nullable(z.string()),
  /** Proof of payment, for the payer. */
  preimage: z.nullable(z.string()),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
  feePpm: z.nullable(z.int()),
  /** The time split at that position: numerator/denominator of what remains after the platform's fee. */
  timeSplit: z.nullable(
    z.object({
      shareNumerator: z.int(),
      shareDenominator: z.int(),
      contentId: z.nullable(Id),
      title: z.nullable(z.string()),
    }),
  ),
  /** The version of the split by which it was shared. */
  splitVersion: z.nullable(
    z.object({
      contentId: Id,
      contentType: ContentType,
      number: z.int(),
      begunAt: Instant,
      /** The caller may list the versions. */
      isListed: z.boolean(),
    }),
  ),
  /** The legs in order, with the platform last. Empty if nothing was split. */
  legs: z.array(
    z.object({
      role: z.string(),
      userId: z.nullable(Id),
      name: z.nullable(z.string()),
      displayName: z.nullable(z.string()),
      share: z.nullable(z.int()),
      msatAmount: Msat,
      /** Waits for a recipient who has not agreed yet, and is not named. */
      isWaiting: z.optional(z.boolean()),
    }),
  ),
  /** Of a forward, newest first. */
  attempts: z.array(Attempt),
})

export const getPayment = {
  method: 'GET',
  path: '/payments/:paymentId',
  access: 'user',
  summary: 'A payment of the caller: its state and its shares',
  params: z.object({ paymentId: Id }),
  data: Payment,
} as const satisfies Endpoint

export const UserEvent = z.object({
  kind: z.enum(['balance', 'payment', 'notification']),
  msatBalance: z.nullable(Msat),
  paymentId: z.nullable(Id),
  state: z.nullable(PaymentState),
  /** For a notification: whether the bell has an unread dot now. The list behind it may have changed too. */
  notify: z.nullable(z.boolean()),
})

export const watchAccount = {
  method: 'GET',
  path: '/events',
  access: 'user',
  summary: 'Server-sent events of the signed-in user: balance, payments and notifications',
  data: z.null(),
  events: UserEvent,
} as const satisfies Endpoint
