/** What a page needs to know about this installation: its name, the enabled features, the fee. Public. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import {} from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const Settings = z.object({
  brandName: z.string(),
  publicUrl: z.string(),
  faqUrl: z.string(),
  shareCampaign: z.string(),
  isPreview: z.boolean(),
  isSandbox: z.boolean(),
  /** Whether content has RSS feeds: not with a real backend without PUBLIC_URL. */
  hasFeeds: z.boolean(),
  isRegistrationOpen: z.boolean(),
  feePpm: z.int(),
  minPaymentMsat: Msat,
  maxPaymentMsat: Msat,
  /** The reserve for routing fees: this share of the amount in ppm, with this minimum. */
  reservePpm: z.int(),
  reserveMinMsat: Msat,
  /** The public key of the Lightning node. Invoices of this node are paid by an internal transfer, without a fee. */
  nodePubkey: z.string(),
  /** Nostr relays that this installation uses in addition to its own at `/relay`. */
  publicRelays: z.array(z.string()),
})

export const getSettings = {
  ...publicRead,
  path: '/settings',
  summary: 'This installation: name, links, enabled features',
  data: Settings,
} as const satisfies Endpoint
