/** What a page must know of this installation: its name, what is switched on, the fee. Public. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { PUBLIC_CACHE_SECONDS } from './fields.ts'
import { Msat } from './money.ts'

export const Settings = z.object({
  brandName: z.string(),
  publicUrl: z.string(),
  faqUrl: z.string(),
  shareCampaign: z.string(),
  isPreview: z.boolean(),
  isSandbox: z.boolean(),
  isRegistrationOpen: z.boolean(),
  feePpm: z.int(),
  minPaymentMsat: Msat,
  maxPaymentMsat: Msat,
  /** What is held for the network's fee: this share of the amount in ppm, but at least so much. */
  reservePpm: z.int(),
  reserveMinMsat: Msat,
  /** Of the Lightning node: an invoice it has made is paid inside this server, without a fee. */
  nodePubkey: z.string(),
  /** Relays of nostr that this installation uses beside its own, which is at `/relay`. */
  publicRelays: z.array(z.string()),
})

export const getSettings = {
  method: 'GET',
  path: '/settings',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'This installation: name, links, what is switched on',
  data: Settings,
} as const satisfies Endpoint
