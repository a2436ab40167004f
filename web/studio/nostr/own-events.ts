/** The user's own events of some kinds, at the relays the user writes to. What they are compared with: standings.ts and
 * event-standings.ts. */
import { useState } from 'react'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { EventStatuses } from '#protocols/nostr/event-status.ts'
import { DELETION_KIND } from '#protocols/nostr/kinds.ts'
import { useOwnRelays } from '#web/nostr/own-relays.ts'
import { useRelayEvents, useRelayPool } from '#web/nostr/relay-hooks.ts'

/** What the relays have of some content. */
export type WorkThere = {
  /** Null until the relays and this server have responded. */
  standings: EventStatuses | null
  /** All events of this content, including deleted events and their deletions. */
  known: readonly NostrEvent[]
  /** The title of another podcast that uses this key. */
  other: string | null
  relays: ReturnType<typeof useRelayPool>
  /** Not every relay immediately returns an event it has just stored. */
  onSent(event: NostrEvent): void
}

type Wanted = { kinds: readonly number[]; ids?: readonly string[]; isEnabled?: boolean }

/** With their deletions, newest first, without duplicates. `ids`: their d tags, if not all are wanted. */
export function useOwnEvents(pubkey: string, { kinds, ids, isEnabled = true }: Wanted) {
  const addresses = useOwnRelays(pubkey, 'write')
  const relays = useRelayPool(addresses)
  const [sent, setSent] = useState<readonly NostrEvent[]>([])
  const found = useRelayEvents(relays.pool, {
    addresses,
    filter: { kinds: [...kinds], authors: [pubkey], ...(ids && { '#d': [...ids] }) },
    isEnabled,
  })
  const deletions = useRelayEvents(relays.pool, {
    addresses,
    filter: { kinds: [DELETION_KIND], authors: [pubkey], '#k': kinds.map(String) },
  })
  const all = [...found.events, ...deletions.events, ...sent].filter((event) => event.pubkey === pubkey)
  return {
    relays,
    events: newestFirst(all),
    isLoading: !isEnabled || found.isLoading || deletions.isLoading,
    onSent: (event: NostrEvent) => setSent((before) => [...before, event]),
  }
}

function newestFirst(events: readonly NostrEvent[]): NostrEvent[] {
  const each = new Map(events.map((event) => [event.id, event]))
  return [...each.values()].toSorted((one, other) => other.created_at - one.created_at)
}
