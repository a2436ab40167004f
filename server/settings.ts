/** The public settings of this installation, for the pages and for GET /v1/settings. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Data, Wire } from '#contract/endpoint.ts'
import { getSettings, Settings } from '#contract/operator/settings.ts'
import { feedHomeOf } from './catalog/feed-guids.ts'
import type { Config } from './platform/config/config.ts'
import { on } from './platform/http/http.ts'
import { originOf } from './platform/network/origin.ts'

type Installation = { config: Config; isSandbox: boolean; nodePubkey: string }

export function settingsRoutes(app: FastifyInstance, installation: Installation): void {
  on(app, getSettings, async () => readSettings(installation))
}

/** The same settings as embedded in a page. */
export function describeSettings(installation: Installation): Wire<typeof getSettings> {
  return z.encode(Settings, readSettings(installation))
}

function readSettings({ config, isSandbox, nodePubkey }: Installation): Data<typeof getSettings> {
  // Listed one by one, because most settings are not public.
  return {
    brandName: config.brandName,
    publicUrl: originOf(config),
    faqUrl: config.faqUrl,
    shareCampaign: config.shareCampaign,
    isPreview: config.isPreview,
    isSandbox,
    hasFeeds: feedHomeOf(config) !== null,
    isRegistrationOpen: config.registration !== 'closed',
    feePpm: config.feePpm,
    minPaymentMsat: config.minPaymentMsat,
    maxPaymentMsat: config.maxPaymentMsat,
    reservePpm: config.reservePpm,
    reserveMinMsat: config.reserveMinMsat,
    nodePubkey,
    publicRelays: [...config.publicRelays],
  }
}
