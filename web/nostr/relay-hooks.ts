/** React hooks for the relay pool: connection state and events. Addresses and filters may be new objects on each
 * render; only their values count. */
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { RelayFilter } from './relay-link.ts'
import { createRelayPool, EVENTS_MAX, insertNewest, type PoolState, type RelayPool } from './relay-pool.ts'

/** A pool that lives as long as the component. */
export function useRelayPool(addresses: readonly string[]): PoolState & { pool: RelayPool } {
  const [pool] = useState(() => createRelayPool())
  const state = useSyncExternalStore(pool.watch, pool.read, pool.read)
  const key = JSON.stringify(addresses)
  // A layout effect, so that the pool is configured before the effects of components rendered in the same pass use it.
  useLayoutEffect(() => pool.configure(JSON.parse(key) as string[]), [pool, key])
  useEffect(() => () => pool.configure([]), [pool])
  return { pool, ...state }
}

type Heard = { key: string; events: readonly NostrEvent[]; isLoading: boolean }
type Wanted = { addresses: readonly string[]; filter: RelayFilter; isEnabled?: boolean }

/** All stored and new events for a filter, newest first, without duplicates. Restarts when relays or filter change;
 * stops when it is disabled, and keeps its events. */
export function useRelayEvents(
  pool: RelayPool,
  { addresses, filter, isEnabled = true }: Wanted,
): { events: readonly NostrEvent[]; isLoading: boolean } {
  const key = JSON.stringify([filter, addresses])
  const [heard, setHeard] = useState<Heard>({ key, events: [], isLoading: true })
  useEffect(() => {
    if (!isEnabled) return
    const [asked] = JSON.parse(key) as [RelayFilter]
    setHeard((before) => ({ key, events: before.key === key ? before.events : [], isLoading: true }))
    const stop = pool.subscribe(asked, {
      onEvent: (event) => setHeard((before) => ({ ...before, events: insertNewest(before.events, event, EVENTS_MAX) })),
      onEnd: () => setHeard((before) => ({ ...before, isLoading: false })),
    })
    return () => {
      stop()
      setHeard((before) => ({ ...before, isLoading: true }))
    }
  }, [pool, key, isEnabled])
  if (heard.key !== key) return { events: [], isLoading: isEnabled }
  return { events: heard.events, isLoading: isEnabled && heard.isLoading }
}
