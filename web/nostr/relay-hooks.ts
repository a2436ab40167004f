/** The pool of relays for a component: who is connected, and what is found, as it changes. The relays and what is asked for
 * may be written anew at each drawing; only what they say counts. */
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { RelayFilter } from './relay-link.ts'
import { createRelayPool, EVENTS_MAX, insertNewest, type PoolState, type RelayPool } from './relay-pool.ts'

/** A pool that lasts as long as the component. */
export function useRelayPool(addresses: readonly string[]): PoolState & { pool: RelayPool } {
  const [pool] = useState(() => createRelayPool())
  const state = useSyncExternalStore(pool.watch, pool.read, pool.read)
  const key = JSON.stringify(addresses)
  // Before the effects of parts drawn in the same moment: they ask it.
  useLayoutEffect(() => pool.configure(JSON.parse(key) as string[]), [pool, key])
  useEffect(() => () => pool.configure([]), [pool])
  return { pool, ...state }
}

type Heard = { key: string; events: readonly NostrEvent[]; isLoading: boolean }
type Wanted = { addresses: readonly string[]; filter: RelayFilter; isEnabled?: boolean }

/** Everything the relays have of it and everything that comes, the newest first, each once. Ends and begins anew with other
 * relays and another filter; ends when it is not enabled, and keeps what it has. */
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
