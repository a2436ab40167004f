/** Promos as listeners see them: what pays now, and requesting the reward of a minute. Funding a promo is
 * contract/payments/promos.ts. */
import * as z from 'zod/mini'
import { TrackInfo } from '#contract/catalog/tracks.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { Promo } from '#contract/payments/promos.ts'

/** A position or a time heard, in seconds. */
const Seconds = z.number().check(z.minimum(0), z.maximum(50_000))

/** What the caller earns by promos, in msat. All zero for visitors. */
export const PromoUser = z.object({
  /** The account may earn, and has not reached today's limit. */
  canEarnToday: z.boolean(),
  /** By this promo, today (UTC), and at most today. */
  lifetimeEarnings: Msat,
  earnedToday: Msat,
  earnableToday: Msat,
  /** By all promos today. */
  cumulativeEarnedToday: Msat,
})

export const PublicPromo = z.extend(Promo, { contentMetadata: z.nullable(TrackInfo) })
export const PromoWithUser = z.extend(PublicPromo, { promoUser: PromoUser })

export const listActivePromos = {
  method: 'GET',
  path: '/promos/active',
  access: 'public',
  summary: 'Promos that pay now, the highest payout first',
  data: z.array(PublicPromo),
} as const satisfies Endpoint

export const getPromoOfContent = {
  method: 'GET',
  path: '/promos/content/:contentId',
  access: 'public',
  summary: 'The promo of a track that pays now, and what the caller earns by it',
  params: z.object({ contentId: Id }),
  data: PromoWithUser,
} as const satisfies Endpoint

export const getPromo = {
  method: 'GET',
  path: '/promos/:id',
  access: 'public',
  summary: 'A promo, and what the caller earns by it',
  params: z.object({ id: Id }),
  data: PromoWithUser,
} as const satisfies Endpoint

export const getEarning = {
  method: 'GET',
  path: '/promo/earning',
  access: 'user',
  summary: 'Whether the caller earns by listening now, and otherwise why not',
  data: z.object({
    /** `unverified`: neither a verified e-mail address nor a deposit. `new`: in its first day. `limit`: of today (UTC).
     * `held`: by an operator, by its owner, or until an operator has looked at it. */
    state: z.enum(['now', 'unverified', 'new', 'limit', 'held']),
    /** When `new` or `limit` ends; otherwise null. */
    from: z.nullable(Instant),
    /** By all promos today, and at most in a day. */
    msatToday: Msat,
    msatDayMax: Msat,
  }),
} as const satisfies Endpoint

/** When the next minute can be claimed, and for which start. */
export const PromoMinute = z.object({
  nonce: Id,
  /** Seconds until the reward can be requested. */
  secondsLeft: z.int(),
})

export const startPromoMinute = {
  method: 'POST',
  isUnseen: true,
  path: '/promo/minute',
  access: 'user',
  summary: 'Begins a minute of a promo: deals the nonce for its reward',
  body: z.strictObject({
    promoId: Id,
    /** The position in the track. */
    position: Seconds,
  }),
  data: PromoMinute,
  errors: ['promo-ended', 'promo-not-eligible', 'promo-limit'],
  isSecret: true,
} as const satisfies Endpoint

export const rewardPromo = {
  method: 'POST',
  isUnseen: true,
  path: '/promo/reward',
  access: 'user',
  summary: 'Pays the caller for a minute that was heard',
  body: z.strictObject({
    promoId: Id,
    /** Without it, only minutes count whose audio this server has sent to the caller’s network. */
    nonce: z.optional(Id),
    /** The position now, and the seconds of the track that were played since the nonce. */
    position: z.optional(Seconds),
    mediaTime: z.optional(Seconds),
  }),
  data: z.object({
    msatAmount: Msat,
    /** It reaches the balance after 24 hours: the account is in its first seven days of earning. */
    isMaturing: z.boolean(),
    promoUser: PromoUser,
    /** The next minute, already begun; null at today's limit or the promo's end. */
    next: z.nullable(PromoMinute),
  }),
  errors: ['promo-ended', 'promo-not-eligible', 'promo-limit', 'promo-too-early', 'promo-not-heard'],
} as const satisfies Endpoint

/** What earned on one day (UTC), for the page of a Top Up. */
export const getTopUp = {
  method: 'GET',
  path: '/promo/days/:paymentId',
  access: 'user',
  summary: 'The tracks of a Top Up of the caller',
  params: z.object({ paymentId: Id }),
  data: z.object({
    day: z.string(),
    msatEarned: Msat,
    tracks: z.array(
      z.object({ contentId: Id, title: z.string(), minutes: z.int(), msatEarned: Msat, msatMaturing: Msat }),
    ),
  }),
} as const satisfies Endpoint
