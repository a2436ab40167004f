/** Gifts of the house: a visitor's first zap, paid from a purse that the operator fills. The purse itself:
 * contract/operator/purse.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

/** The amount of one gift, before the platform's fee. */
export const GIFT_MSAT = 21_000
/** How many contents one request may name. */
export const GIFT_CONTENTS_MAX = 3

/** A random id that the browser keeps. The server stores only a hash of it. */
const Device = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

const ContentIds = z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,2}$/))

export const getGiftOffer = {
  method: 'GET',
  path: '/gifts/offer',
  access: 'public',
  summary: 'Whether the house pays a first zap for this device, and to which of these contents',
  query: z.object({
    device: Device,
    /** Up to three ids, separated by commas. */
    contentIds: ContentIds,
  }),
  data: z.object({
    /** `offered`: the house pays. `empty`: it does not now, so the zap is paid by invoice. `none`: this device, this
     * network or this account has had a gift, or has a balance. */
    state: z.enum(['offered', 'empty', 'none']),
    msatAmount: Msat,
    /** Those of the contents that may be given to, in the order asked, with the platform's fee. */
    contents: z.array(z.object({ contentId: Id, feeMsat: Msat })),
  }),
} as const satisfies Endpoint

export const giveGift = {
  method: 'POST',
  path: '/gifts',
  access: 'public',
  summary: 'Zaps a content from the purse of the house, once per device',
  body: z.strictObject({
    contentId: Id,
    device: Device,
    contentTime: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(50_000)))),
  }),
  data: z.object({ paymentId: Id, contentId: Id, msatAmount: Msat, feeMsat: Msat }),
  errors: ['gift-not-offered', 'content-not-payable', 'withdrawals-halted', 'outgoing-stopped'],
} as const satisfies Endpoint
