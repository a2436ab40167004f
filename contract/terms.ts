/** Who shares a payment to a content: the terms before paying, and the shares of a zap as they were booked. Public. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { ContentType, Hex32, Id } from './fields.ts'
import { Msat } from './money.ts'

const TermsRecipient = z.object({ name: z.string(), displayName: z.nullable(z.string()), share: z.int() })

/** Everything needed to show beforehand where a payment goes (contract/split.ts computes it). */
export const Terms = z.object({
  contentId: Id,
  contentType: ContentType,
  title: z.string(),
  feePpm: z.int(),
  minMsat: Msat,
  maxMsat: Msat,
  /** Where any wallet can pay to it, and the same address as an LNURL (LUD-01). */
  lightningAddress: z.string(),
  lnurl: z.string(),
  /** The nostr key that a zap request for it names (NIP-57). */
  zapPubkey: Hex32,
  recipients: z.array(TermsRecipient),
  /** In the order of their time. At startSeconds <= position < endSeconds these recipients get
   * shareNumerator/shareDenominator of what the platform leaves. */
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
  /** Null of the platform, and of a user who has left. */
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  /** Waits in suspense: whom it was for has left. */
  isHeld: z.boolean(),
  msatAmount: Msat,
})

export const getZapShares = {
  method: 'GET',
  path: '/zaps/:paymentId/shares',
  access: 'public',
  summary: 'Who got what of a paid zap, as it was booked',
  params: z.object({ paymentId: Id }),
  data: z.array(ZapShare),
} as const satisfies Endpoint
