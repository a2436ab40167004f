/** Purchases of downloads: from the balance or by invoice, with and without an account, for oneself or as a gift. What is sold:
 * contract/catalog/downloads.ts. A purchase is split like a zap. */
import * as z from 'zod/mini'
import { Email } from '#contract/accounts/identifiers.ts'
import { Downloads } from '#contract/catalog/downloads.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { Msat, PaymentAmount } from '#contract/money.ts'
import { balanceErrors, Invoice } from '#contract/payments/payments.ts'

/** US dollars for one download: what a buyer may choose to pay. */
export const PURCHASE_CENTS_MAX = 1_000_000

export const DownloadOrder = z.strictObject({
  contentId: Id,
  /** One of the two amounts. Cents are converted when the payment is made or the invoice is created. */
  msatAmount: z.optional(PaymentAmount),
  centsAmount: z.optional(z.int().check(z.minimum(1), z.maximum(PURCHASE_CENTS_MAX))),
  /** Give it to this user, who is notified. */
  recipient: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64))),
  /** Send the private link to this address after the payment. With an account, this makes it a gift. */
  email: z.optional(Email),
  /** Others do not see who bought it. */
  isAnonymous: z.optional(z.boolean()),
})

const errors = [
  'amount-out-of-range',
  'purchase-below-minimum',
  'download-not-offered',
  'download-owned',
  'recipient-owns-download',
  'recipients-unknown',
  'rate-unknown',
] as const

export const buyDownload = {
  method: 'POST',
  path: '/purchases',
  access: 'user',
  proof: 'money',
  summary: 'Buys a download of an album or track from the balance',
  body: DownloadOrder,
  data: z.object({
    purchaseId: Id,
    contentId: Id,
    msatAmount: Msat,
  }),
  errors: [...errors, ...balanceErrors, 'held-by-owner'],
} as const satisfies Endpoint

export const createPurchaseInvoice = {
  method: 'POST',
  path: '/purchases/invoice',
  access: 'public',
  summary: 'Creates an invoice for a download of an album or track; anybody may pay it with any wallet',
  body: DownloadOrder,
  data: z.object({
    invoice: Invoice,
    /** Of the page `/purchase/…`, which has the files once the invoice is paid. */
    secret: z.string(),
  }),
  isSecret: true,
  errors: [...errors, 'lightning-unavailable', 'too-many-requests'],
} as const satisfies Endpoint

/** Any other text is a link that does not exist. */
const Secret = z.string().check(z.maxLength(64))

export const getPurchase = {
  method: 'GET',
  path: '/purchases/:secret',
  access: 'public',
  summary: 'A purchase or redeemed code, for whoever has its private link',
  params: z.object({ secret: Secret }),
  data: z.object({
    contentId: Id,
    contentType: z.enum(['album', 'track']),
    title: z.string(),
    artist: z.string(),
    artworkUrl: z.nullable(z.string()),
    /** `open`: not paid yet. `returned`: paid when the files could no longer be given; the money went back. `withheld`: it
     * has been taken down. */
    state: z.enum(['open', 'owned', 'expired', 'returned', 'withheld']),
    /** Null for a redeemed code. */
    msatAmount: z.nullable(Msat),
    /** When the buyer chose dollars. */
    centsAmount: z.nullable(z.int()),
    boughtAt: z.nullable(Instant),
    /** In the collection of a user. */
    isClaimed: z.boolean(),
    downloads: z.nullable(Downloads),
  }),
} as const satisfies Endpoint

export const claimPurchase = {
  method: 'POST',
  path: '/purchases/:secret/claim',
  access: 'user',
  summary: 'Moves what a private link is for into the collection of the caller; the link remains valid',
  params: z.object({ secret: Secret }),
  data: z.object({ contentId: Id }),
  errors: ['conflict', 'download-not-needed'],
} as const satisfies Endpoint

export const mailPurchase = {
  method: 'POST',
  path: '/purchases/:secret/mail',
  access: 'public',
  summary: 'Sends a private link to an e-mail address',
  params: z.object({ secret: Secret }),
  body: z.strictObject({ email: Email }),
  data: z.object({}),
  errors: ['too-many-requests'],
} as const satisfies Endpoint

export const listBuyers = {
  method: 'GET',
  path: '/purchases/buyers/:contentId',
  access: 'public',
  summary: 'Who bought an album or track, newest first, without those who did not want to be named, and how many did',
  params: z.object({ contentId: Id }),
  data: z.object({
    buyers: z.array(
      z.object({
        userId: Id,
        name: z.string(),
        displayName: z.nullable(z.string()),
        artworkUrl: z.nullable(z.string()),
      }),
    ),
    total: z.int(),
  }),
} as const satisfies Endpoint
