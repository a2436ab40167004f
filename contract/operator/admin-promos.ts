/** Promos as operators see them: which networks and accounts stand out, holds, and the reversal of rewards that have not
 * matured. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { OwnPromo } from '#contract/payments/promos.ts'

const REASON_MAX = 500

/** The keyed hash of a network. No address can be read from it. */
const Network = z.string().check(z.regex(/^[0-9a-f]{32}$/))

export const PromoHold = z.strictObject({ isHeld: z.boolean(), reason: text(REASON_MAX) })

export const getPromoReview = {
  method: 'GET',
  path: '/admin/promos',
  access: ['treasurer'],
  summary: 'Promos, and the networks and accounts that stand out',
  data: z.object({
    /** Those that were ever paid, the open ones first. */
    promos: z.array(z.object({ funder: z.nullable(z.string()), promo: OwnPromo })),
    /** Of the last 48 hours. */
    networks: z.array(
      z.object({
        network: Network,
        accounts: z.int(),
        newAccounts: z.int(),
        msatEarned: Msat,
        msatMaturing: Msat,
        isAtLimit: z.boolean(),
      }),
    ),
    accounts: z.array(
      z.object({
        userId: Id,
        name: z.nullable(z.string()),
        earningDays: z.int(),
        msatEarned: Msat,
        msatMaturing: Msat,
        heldAt: z.nullable(Instant),
        /** `network`: automatically, because its network reached the limit of a day. */
        heldBy: z.nullable(z.enum(['network', 'operator'])),
      }),
    ),
  }),
} as const satisfies Endpoint

export const holdPromo = {
  method: 'PUT',
  path: '/admin/promos/:id/hold',
  access: ['treasurer'],
  summary: 'Holds a promo, or releases it',
  params: z.object({ id: Id }),
  body: PromoHold,
  data: z.null(),
  errors: ['login-not-fresh', 'promo-ended'],
} as const satisfies Endpoint

export const holdEarner = {
  method: 'PUT',
  path: '/admin/promos/accounts/:userId/hold',
  access: ['treasurer'],
  summary: 'Holds what an account earns by promos, or releases it',
  params: z.object({ userId: Id }),
  body: PromoHold,
  data: z.null(),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

export const reverseRewards = {
  method: 'POST',
  path: '/admin/promos/reversal',
  access: ['treasurer'],
  summary: 'Returns the unmatured rewards of an account or a network to their promos',
  body: z.strictObject({
    userId: z.optional(Id),
    network: z.optional(Network),
    reason: text(REASON_MAX),
  }),
  data: z.object({ count: z.int(), msatReversed: Msat }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint
