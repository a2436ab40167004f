/** Queues an event of ours for external relays: one outbox event for each permitted relay.
 * Delivery is deliveries.ts. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { topics, type NostrDelivery } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import type { NostrDeps } from './deps.ts'

/** No legitimate list is longer. */
const RELAYS_MAX = 10
const ADDRESS_MAX_CHARACTERS = 500

type Deps = Pick<NostrDeps, 'outbound' | 'relayUrl'>

export async function notifyRelays(tx: Tx, event: NostrEvent, named: readonly string[], deps: Deps): Promise<void> {
  const deliveries = readRelays(named, deps).map((relay): NostrDelivery => ({
    eventId: event.id,
    event,
    relay,
    attempt: 1,
  }))
  await publishAll(
    tx,
    topics.nostrDelivery,
    deliveries.map((payload) => ({ key: keyOfDelivery(payload), payload })),
  )
}

/** The deduplication key: each attempt is made once. */
export function keyOfDelivery({ eventId, relay, attempt }: NostrDelivery): string {
  return `${eventId} ${relay} ${attempt}`
}

/** The permitted relays, each once, without our own: it already has the event. */
function readRelays(named: readonly string[], { outbound, relayUrl }: Deps): string[] {
  const found = new Set<string>()
  for (const one of named) {
    const url = one.length > ADDRESS_MAX_CHARACTERS ? null : URL.parse(one.trim())
    if (url === null || !/^wss?:$/.test(url.protocol)) continue
    url.hash = ''
    if (url.href !== new URL(relayUrl).href && outbound.mayRequest(url.href)) found.add(url.href)
  }
  return [...found].slice(0, RELAYS_MAX)
}
