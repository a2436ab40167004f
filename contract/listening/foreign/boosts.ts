/** Paying the recipients that a foreign feed names (podcast:value). Each recipient is a payment of its own. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormInteger, Id, Instant, MESSAGE_MAX, optionalText } from '#contract/fields.ts'
import { Msat, PaymentAmount } from '#contract/money.ts'
import { balanceErrors } from '#contract/payments/payments.ts'

const SECONDS_MAX = 604_800

/** `unpayable`: not a Lightning address, stays in the balance. `too-small`: below the smallest payment. It is taken and kept
 * until there is enough for this recipient, and returns after 30 days. */
export const ShareState = z.enum(['payable', 'unpayable', 'too-small'])

/** `fee`: a percentage that is deducted first; `curator`: the share of the playlist's curator; `time-split`: a share of what a
 * time split at this position assigns; `share`: a share of what remains. */
export const ShareRole = z.enum(['fee', 'curator', 'time-split', 'share'])
export type ShareRole = z.infer<typeof ShareRole>

const share = {
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  role: ShareRole,
  msatAmount: Msat,
}

/** Among all recipients, paid and left out, in the order of the shares. */
const place = z.int()

export const Boost = z.object({
  id: Id,
  itemId: Id,
  title: z.string(),
  message: z.nullable(z.string()),
  createdAt: Instant,
  /** Whom the feed names without a Lightning address: not paid, nothing was taken. */
  leftOut: z.array(z.object({ name: z.nullable(z.string()), role: ShareRole, msatAmount: Msat, place })),
  legs: z.array(
    z.object({
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
      role: ShareRole,
      msatAmount: Msat,
      /** The routing fee: until the outcome is known, the amount reserved for it; then its actual cost, without refunds. */
      msatFee: Msat,
      /** `unpaid`: nothing was taken, see `reason`; can be paid again. `failed`: the money is back in the balance.
       * `waiting`: below the smallest payment, kept until there is enough for this recipient. `returned`: that did not
       * happen within 30 days. */
      state: z.enum(['unpaid', 'pending', 'settled', 'failed', 'waiting', 'returned']),
      /** Why it was not paid. */
      reason: z.nullable(z.string()),
      paymentId: Id,
      place,
    }),
  ),
})

export const getBoostShares = {
  method: 'GET',
  path: '/foreign/items/:itemId/shares',
  access: 'user',
  summary: 'What each recipient of a foreign item would get',
  params: z.object({ itemId: Id }),
  query: z.object({ msatAmount: FormInteger, playlistId: z.optional(Id), seconds: z.optional(FormInteger) }),
  data: z.object({
    shares: z.array(z.object({ ...share, state: ShareState })),
    /** Of these shares. A boost is refused when they have changed. */
    sharesHash: z.string(),
    /** The sum of the payable and the small shares: what a boost takes, besides routing fees. */
    msatPayable: Msat,
  }),
  errors: ['feed-not-payable'],
} as const satisfies Endpoint

export const sendBoost = {
  method: 'POST',
  path: '/foreign/items/:itemId/boosts',
  access: 'user',
  proof: 'money',
  summary: 'Pays the recipients of a foreign item from the balance',
  params: z.object({ itemId: Id }),
  body: z.strictObject({
    msatAmount: PaymentAmount,
    playlistId: z.optional(Id),
    /** The position in the item. */
    seconds: z.optional(z.int().check(z.gte(0), z.lte(SECONDS_MAX))),
    /** Of the shares that the caller was shown. */
    sharesHash: z.string().check(z.length(64)),
    message: optionalText(MESSAGE_MAX),
  }),
  data: Boost,
  errors: [
    'feed-not-payable',
    'shares-changed',
    'amount-out-of-range',
    'email-not-verified',
    'held-by-owner',
    ...balanceErrors,
  ],
} as const satisfies Endpoint

export const getBoost = {
  method: 'GET',
  path: '/foreign/boosts/:boostId',
  access: 'user',
  summary: 'A boost of the caller',
  params: z.object({ boostId: Id }),
  data: Boost,
} as const satisfies Endpoint

export const retryBoost = {
  method: 'POST',
  path: '/foreign/boosts/:boostId/retry',
  access: 'user',
  summary: 'Pays again the recipients of a boost that were not paid',
  params: z.object({ boostId: Id }),
  data: Boost,
} as const satisfies Endpoint
