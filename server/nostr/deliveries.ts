/** Delivers our events to external relays: each relay separately, retried with back-off while it does not respond, and
 * given up after about two days. Runs in its own dispatcher, because relays can be slow. */
import { topics, type NostrDelivery } from '#server/events.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { OutboundRefused } from '#server/platform/network/responses.ts'
import type { NostrDeps } from './deps.ts'
import { publishToRelay, RelayRefused } from './relay-client.ts'
import { keyOfDelivery } from './relay-notifications.ts'

const ATTEMPTS_MAX = 8
/** 30 s, then four times as long each time: the last retry comes after about 45 hours. */
const FIRST_PAUSE_SECONDS = 30
const PAUSE_FACTOR = 4

/** Subscriber for nostr-delivery, several events per call. Never throws because of a relay: a retry is a new event. */
export function deliverEvents(deps: NostrDeps): (deliveries: readonly NostrDelivery[]) => Promise<void> {
  return async (deliveries) => {
    await Promise.all(deliveries.map((delivery) => deliver(deps, delivery)))
  }
}

async function deliver(deps: NostrDeps, delivery: NostrDelivery): Promise<void> {
  const { database, log, outbound } = deps
  const { relay, eventId, attempt } = delivery
  try {
    await publishToRelay(outbound, relay, delivery.event as NostrEvent)
  } catch (error) {
    const isFinal = error instanceof OutboundRefused || error instanceof RelayRefused
    log.info('nostr-delivery-failed', { relay, eventId, attempt, isFinal, error })
    if (isFinal || attempt >= ATTEMPTS_MAX) return
    const next = { ...delivery, attempt: attempt + 1 }
    const delaySeconds = FIRST_PAUSE_SECONDS * PAUSE_FACTOR ** (attempt - 1)
    await publish(database.read, topics.nostrDelivery, keyOfDelivery(next), next, { delaySeconds })
  }
}
