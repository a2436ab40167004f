/** Paying and being paid: zaps by invoice and from the balance, deposits, withdrawals, and what became of them. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { ContentType, Id, Instant, MESSAGE_MAX, optionalText } from './fields.ts'
import { MAX_PAYMENT_MSAT, MIN_PAYMENT_MSAT, Msat } from './money.ts'

/** What one pays. The operator's own limits may be narrower; they are checked by the server. */
const PaymentAmount = z.codec(z.int('amount-invalid').check(z.minimum(1, 'amount-invalid')), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (amountMsat) => Number(amountMsat),
})
const ContentTime = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(50_000))))

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
  }),
  data: Invoice,
  errors: ['amount-out-of-range', 'content-not-payable', 'lightning-unavailable'],
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
  summary: 'Zaps a content from the balance',
  body: z.strictObject({
    contentId: Id,
    msatAmount: PaymentAmount,
    comment: optionalText(MESSAGE_MAX),
    contentTime: ContentTime,
  }),
  data: z.object({ paymentId: Id, state: PaymentState }),
  errors: ['amount-out-of-range', 'insufficient-balance', 'content-not-payable', 'withdrawals-held'],
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

export const withdraw = {
  method: 'POST',
  path: '/withdraw',
  access: 'user',
  summary: 'Pays a Lightning invoice from my balance; answers at once, the outcome follows',
  body: z.strictObject({
    invoice: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
    msatMaxFee: z.optional(PaymentAmount),
    description: optionalText(255),
  }),
  data: z.object({ paymentId: Id, state: PaymentState, feeReserveMsat: Msat }),
  errors: [
    'invoice-invalid',
    'invoice-wrong-network',
    'invoice-expired',
    'invoice-without-amount',
    'invoice-own-node',
    'invoice-already-tried',
    'amount-out-of-range',
    'fee-limit-too-high',
    'insufficient-balance',
    'email-not-verified',
    'withdrawals-held',
    'withdrawal-limit',
    'lightning-unavailable',
  ],
} as const satisfies Endpoint

/** One payment of mine with its exact arithmetic. */
export const Payment = z.object({
  paymentId: Id,
  type: z.string(),
  state: PaymentState,
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown'])),
  failureReason: z.nullable(z.string()),
  msatAmount: Msat,
  feeReserveMsat: z.nullable(Msat),
  feeMsat: z.nullable(Msat),
  contentId: z.nullable(Id),
  contentTitle: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  createdAt: Instant,
  /** Who got what, in order, the platform last. Empty for deposits and withdrawals. */
  legs: z.array(z.object({ role: z.string(), name: z.nullable(z.string()), msatAmount: Msat })),
})

export const getPayment = {
  method: 'GET',
  path: '/payments/:paymentId',
  access: 'user',
  summary: 'One payment of mine: its state and who got what',
  params: z.object({ paymentId: Id }),
  data: Payment,
} as const satisfies Endpoint

/** Everything needed to show beforehand where a payment goes (contract/split.ts computes it). */
export const Terms = z.object({
  contentId: Id,
  contentType: ContentType,
  title: z.string(),
  feePpm: z.int(),
  minMsat: Msat,
  maxMsat: Msat,
  recipients: z.array(z.object({ name: z.string(), displayName: z.nullable(z.string()), share: z.int() })),
})

export const getTerms = {
  method: 'GET',
  path: '/payments/terms/:contentId',
  access: 'public',
  summary: 'Who shares a payment to this content, and the platform fee, before paying',
  params: z.object({ contentId: Id }),
  data: Terms,
  errors: ['content-not-payable'],
} as const satisfies Endpoint

export const UserEvent = z.object({
  kind: z.enum(['balance', 'payment']),
  msatBalance: z.nullable(Msat),
  paymentId: z.nullable(Id),
  state: z.nullable(PaymentState),
})

export const watchAccount = {
  method: 'GET',
  path: '/events',
  access: 'user',
  summary: 'Server-sent events of the signed-in person: balance and payments',
  data: z.null(),
  events: UserEvent,
} as const satisfies Endpoint

export const paymentLimits = { minMsat: MIN_PAYMENT_MSAT, maxMsat: MAX_PAYMENT_MSAT } as const
