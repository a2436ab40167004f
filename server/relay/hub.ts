/** Sends new events to the subscriptions of this process: those stored by this process directly, and those stored by
 * other processes by polling the database. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { type Filter, matchesFilter } from '#protocols/nostr/filter.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { queryStoredSince } from './query.ts'
import { PRIVATE_KINDS } from './policy.ts'

export type Subscription = {
  filters: readonly Filter[]
  /** Keys authenticated on its connection. */
  keys: ReadonlySet<string>
  deliver(event: NostrEvent, body: string): void
}

export type Hub = {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** Sends an event that this process has just stored. */
  deliver(event: NostrEvent, body: string): void
  /** Announces an event that was offered to this process and accepted, even if it was already known. */
  offer(event: NostrEvent): void
  /** For modules of this server that react to events. Returns a function that stops it. */
  onOffer(listener: (event: NostrEvent) => void): () => void
  readonly job: Job
}

const POLL_MS = 500
/** The time a transaction may take between writing an event and committing it. */
const OVERLAP_SECONDS = 5
const POLLED_MAX = 5_000
const REMEMBERED_MAX = 20_000

export function createHub({ database }: { database: Database }): Hub {
  const subscriptions = new Set<Subscription>()
  const delivered = new Set<string>()
  const listeners = new Set<(event: NostrEvent) => void>()

  function remember(id: string): boolean {
    if (delivered.has(id)) return false
    delivered.add(id)
    if (delivered.size > REMEMBERED_MAX) delivered.delete(delivered.values().next().value!)
    return true
  }

  function deliver(event: NostrEvent, body: string): void {
    if (!remember(event.id)) return
    for (const subscription of subscriptions) if (isFor(subscription, event)) subscription.deliver(event, body)
  }

  return {
    add: (subscription) => void subscriptions.add(subscription),
    remove: (subscription) => void subscriptions.delete(subscription),
    deliver,
    offer(event) {
      for (const listener of listeners) listener(event)
    },
    onOffer(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    job: {
      name: 'relay-look',
      pauseMs: POLL_MS,
      async work() {
        if (subscriptions.size === 0) return
        for (const { id, body } of await queryStoredSince(database.read, OVERLAP_SECONDS, POLLED_MAX)) {
          if (!delivered.has(id)) deliver(JSON.parse(body) as NostrEvent, body)
        }
      },
    },
  }
}

function isFor({ filters, keys }: Subscription, event: NostrEvent): boolean {
  if (!filters.some((filter) => filter.search === undefined && matchesFilter(filter, event))) return false
  return !PRIVATE_KINDS.includes(event.kind) || isNamed(event, keys)
}

function isNamed({ pubkey, tags }: NostrEvent, keys: ReadonlySet<string>): boolean {
  return keys.has(pubkey) || tags.some(([name, value]) => name === 'p' && value !== undefined && keys.has(value))
}
