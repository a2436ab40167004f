/** The purse from which gifts of the house are paid: filling it, returning the remainder, and today's gifts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { Msat, PaymentAmount } from '#contract/money.ts'
import { Invoice } from '#contract/payments/payments.ts'

/** How many of today's gifts are listed. */
export const GIFTS_LISTED = 100

export const getPurse = {
  method: 'GET',
  path: '/admin/purse',
  access: ['treasurer'],
  summary: 'The purse for gifts, its limits, and the gifts of today (UTC), newest first',
  data: z.object({
    isOn: z.boolean(),
    msatBalance: Msat,
    /** What the platform has earned, from which the purse can be filled. */
    msatPlatformFee: Msat,
    msatDailyLimit: Msat,
    /** What one account may receive by gifts in a day. */
    msatAccountLimit: Msat,
    msatToday: Msat,
    giftsToday: z.int(),
    gifts: z.array(
      z.object({
        paymentId: Id,
        contentId: Id,
        contentType: z.string(),
        title: z.string(),
        msatAmount: Msat,
        createdAt: Instant,
      }),
    ),
  }),
} as const satisfies Endpoint

const Moved = z.object({ msatBalance: Msat })

export const fillPurse = {
  method: 'POST',
  path: '/admin/purse/fill',
  access: ['treasurer'],
  summary: "Moves an amount of the platform's fees into the purse",
  body: z.strictObject({ msatAmount: PaymentAmount }),
  data: Moved,
  errors: ['login-not-fresh', 'insufficient-balance'],
} as const satisfies Endpoint

export const createPurseInvoice = {
  method: 'POST',
  path: '/admin/purse/invoice',
  access: ['treasurer'],
  summary: 'Creates an invoice that fills the purse; any external wallet may pay it',
  body: z.strictObject({ msatAmount: PaymentAmount }),
  data: Invoice,
  errors: ['login-not-fresh', 'amount-out-of-range', 'lightning-unavailable'],
} as const satisfies Endpoint

export const emptyPurse = {
  method: 'POST',
  path: '/admin/purse/return',
  access: ['treasurer'],
  summary: "Returns what is left in the purse to the platform's fees",
  data: z.object({ msatReturned: Msat }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint
