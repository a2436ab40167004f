/** Notifies Podcast Index, a WebSub hub and a podping service of changed feeds, each if the operator has set its address
 * and feeds have a public one. A service that cannot be reached is notified again a minute later, for a day. */
import type { Config } from '#server/platform/config/config.ts'
import { feedHomeOf } from '#server/catalog/feed-guids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { RssDeps } from './deps.ts'
import { claimNotices, type DueNotice, recordNotice, type Service } from './notice-queries.ts'

const ROUND_MS = 15_000
/** Of one feed, to one service. */
const PAUSE_SECONDS = 60
const TIMEOUT_MS = 5_000

type NoticeDeps = { database: Database; clock: Clock; log: Log; config: Config }

export const announcedIn = (config: Config): RssDeps['notified'] => {
  const hasHome = feedHomeOf(config)?.isLasting === true
  return {
    hubUrl: hasHome && config.websubHub !== '' ? config.websubHub : null,
    usesPodping: hasHome && config.podpingUrl !== '',
  }
}

export function startNoticeJobs(deps: NoticeDeps): RunningJobs {
  const services = servicesOf(deps.config)
  const work = () => notifyOfFeeds(deps, services)
  return startJobs(deps, services.length === 0 ? [] : [{ name: 'feed-notices', pauseMs: ROUND_MS, work }])
}

export function servicesOf(config: Config): Service[] {
  if (feedHomeOf(config)?.isLasting !== true) return []
  const addresses = { 'podcast-index': config.podcastIndexUrl, websub: config.websubHub, podping: config.podpingUrl }
  return (Object.keys(addresses) as Service[]).filter((service) => addresses[service] !== '')
}

async function notifyOfFeeds(deps: NoticeDeps, services: readonly Service[]): Promise<void> {
  const { database, clock } = deps
  const due = await claimNotices(database.read, { services, pauseSeconds: PAUSE_SECONDS, now: clock.now() })
  // A service that is slow delays only itself.
  await Promise.all(
    [...Map.groupBy(due, ({ service }) => service).values()].map(async (notices) => {
      for (const notice of notices) await send(deps, notice)
    }),
  )
}

async function send({ database, log, config }: NoticeDeps, notice: DueNotice): Promise<void> {
  const { id, kind, service } = notice
  const [address, init] = requests[service](config, { url: `${config.publicUrl}/rss/${kind}/${id}`, kind })
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`It responded with status ${response.status}`)
    await recordNotice(database.read, notice)
  } catch (error) {
    log.info('feed-notice-failed', { service, contentId: id, error })
  }
}

type Changed = { url: string; kind: DueNotice['kind'] }

const requests: Record<Service, (config: Config, changed: Changed) => [string, RequestInit]> = {
  'podcast-index': ({ podcastIndexUrl }, { url }) => [withQuery(podcastIndexUrl, { url }), {}],
  websub: ({ websubHub }, { url }) => [
    websubHub,
    { method: 'POST', body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': url, 'hub.topic': url }) },
  ],
  // It has no medium for the feeds of artists.
  podping: ({ podpingUrl, podpingToken }, { url, kind }) => [
    withQuery(podpingUrl, { url, reason: 'update', medium: kind === 'podcast' ? 'podcast' : 'music' }),
    podpingToken === '' ? {} : { headers: { authorization: `Bearer ${podpingToken}` } },
  ],
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
