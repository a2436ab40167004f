/** Promos: artists pay listeners per minute that they hear of a track. Funding and ending them is here, earning is
 * contract/listening/promos.ts, the arithmetic of a budget promo-budget.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { Msat, PaymentAmount } from '#contract/money.ts'
import { balanceErrors, Invoice } from './payments.ts'

export const Promo = z.object({
  id: Id,
  contentId: Id,
  contentType: z.literal('track'),
  /** All that was paid into it, without fees. */
  msatBudget: Msat,
  /** For one minute. */
  msatPayoutAmount: Msat,
  /** Pays now: funded, not paused, not ended, and the track is public. */
  isActive: z.boolean(),
  isPaid: z.boolean(),
  createdAt: Instant,
})

export const setPromoActive = {
  method: 'PUT',
  path: '/promos/:id',
  access: 'user',
  summary: 'Pauses or resumes a paid promo of the caller',
  params: z.object({ id: Id }),
  body: z.strictObject({ isActive: z.boolean() }),
  data: Promo,
  errors: ['promo-ended'],
} as const satisfies Endpoint

/** Paid from the balance, or the invoice that pays for it. */
export const PromoFunding = z.object({
  promoId: Id,
  paymentId: Id,
  msatBudget: Msat,
  msatFee: Msat,
  /** Null when it was paid from the balance. */
  invoice: z.nullable(Invoice),
})

const fundingErrors = [
  'promo-budget-invalid',
  'promo-not-possible',
  'promo-ended',
  ...balanceErrors,
  'held-by-owner',
  'lightning-unavailable',
] as const

export const createPromo = {
  method: 'POST',
  path: '/promos',
  access: 'user',
  proof: 'money',
  summary: 'Funds a promo of a track of the caller, by invoice or from the balance; the fee is added',
  body: z.strictObject({
    contentId: Id,
    /** A multiple of the payout, at most 2,000 times it. */
    msatBudget: PaymentAmount,
    msatPayoutAmount: PaymentAmount,
    fromBalance: z.optional(z.boolean()),
  }),
  data: PromoFunding,
  errors: fundingErrors,
} as const satisfies Endpoint

export const topUpPromo = {
  method: 'POST',
  path: '/promos/:id/budget',
  access: 'user',
  proof: 'money',
  summary: 'Adds to the budget of a promo of the caller, by invoice or from the balance',
  params: z.object({ id: Id }),
  body: z.strictObject({ msatBudget: PaymentAmount, fromBalance: z.optional(z.boolean()) }),
  data: PromoFunding,
  errors: fundingErrors,
} as const satisfies Endpoint

export const endPromo = {
  method: 'POST',
  path: '/promos/:id/end',
  access: 'user',
  summary: 'Ends a promo of the caller; the rest returns to the balance',
  params: z.object({ id: Id }),
  data: z.object({ msatReturned: Msat }),
} as const satisfies Endpoint

export const OwnPromo = z.extend(Promo, {
  /** Of the track when the promo was created. */
  title: z.string(),
  remainingBudget: Msat,
  /** Listeners who earned. */
  uniqueUsers: z.int(),
  /** Minutes that were paid. */
  minutes: z.int(),
  /** `waiting`: its invoice is not paid. `unlisted`: its track is not public, so it waits. `held`: by an operator. */
  state: z.enum(['waiting', 'active', 'paused', 'unlisted', 'held', 'ended']),
  endedAt: z.nullable(Instant),
})

export const listOwnPromos = {
  method: 'GET',
  path: '/accounts/promos',
  access: 'user',
  summary: 'Promos of the caller, the newest first; at most 100',
  data: z.array(OwnPromo),
} as const satisfies Endpoint
