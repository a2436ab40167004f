/** Who shares a payment to a content: the terms before paying, and the shares of a zap as booked. Public. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ContentType, Hex32, Id } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

const TermsRecipient = z.object({
  name: z.string(),
  displayName: z.nullable(z.string()),
  share: z.int(),
  /** Has not agreed to this share yet, and is not named: it returns to the owner unless they agree. */
  isWaiting: z.optional(z.boolean()),
})

/** Everything needed to show in advance where a payment goes (contract/split.ts computes it). */
export const Terms = z.object({
  contentId: Id,
  contentType: ContentType,
  title: z.string(),
  feePpm: z.int(),
  minMsat: Msat,
  maxMsat: Msat,
  /** The address at which any wallet can pay this content, and the same address as an LNURL (LUD-01). */
  lightningAddress: z.string(),
  lnurl: z.string(),
  /** The Nostr key that a zap request for it must name (NIP-57). */
  zapPubkey: Hex32,
  recipients: z.array(TermsRecipient),
  /** Ordered by time. At startSeconds <= position < endSeconds these recipients get shareNumerator/shareDenominator
   * of what remains after the fee. */
  timeSplits: z.array(
    z.object({
      startSeconds: z.int(),
      endSeconds: z.int(),
      shareNumerator: z.int(),
      shareDenominator: z.int(),
      contentId: Id,
      /** Null while that content is not public. */
      title: z.nullable(z.string()),
      recipients: z.array(TermsRecipient),
    }),
  ),
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

const ZapShare = z.object({
  role: z.enum(['recipient', 'time-split', 'platform']),
  /** Null for the platform, for a deleted user, and while the share waits. */
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  /** In suspense, because its recipient's account was deleted. */
  isHeld: z.boolean(),
  /** Waits for a recipient who has not agreed yet, and is not named. */
  isWaiting: z.optional(z.boolean()),
  msatAmount: Msat,
})

export const getZapShares = {
  method: 'GET',
  path: '/zaps/:paymentId/shares',
  access: 'public',
  summary: 'The shares of a paid zap, as booked',
  params: z.object({ paymentId: Id }),
  data: z.array(ZapShare),
} as const satisfies Endpoint
