/** A page of one component that uses the relay pool as pages do, for relay-pool.test.ts, which bundles it and
 * controls it through the window. */
import { createElement, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { useRelayEvents, useRelayPool } from '#web/nostr/relay-hooks.ts'
import type { RelayFilter } from '#web/nostr/relay-link.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'

export type Shown = { addresses: string[]; filter: RelayFilter; isEnabled?: boolean }
export type Seen = { connected: string[]; isLoading: boolean; ids: string[]; isSearching: boolean }
export type RelayPage = {
  show(what: Shown): void
  pool: RelayPool
  /** Every state of the component, each once, in order. */
  seen: Seen[]
  prove(secretHex: string): (draft: UnsignedEvent) => Promise<ReturnType<typeof signEvent>>
}

const root = createRoot(document.body)
const page: RelayPage = {
  show: (what) => flushSync(() => root.render(createElement(Probe, what))),
  pool: null as never,
  seen: [],
  prove: (secretHex) => (draft) => Promise.resolve(signEvent(draft, secretFromHex(secretHex))),
}
Object.assign(globalThis, { relayPage: page })

function Probe(shown: Shown) {
  const { pool, connected, isLoading } = useRelayPool(shown.addresses)
  page.pool = pool
  return createElement(Found, { shown, pool, connected, isLoading })
}

type FoundProps = { shown: Shown; pool: RelayPool; connected: Iterable<string>; isLoading: boolean }

/** Rendered at the moment its parent starts the pool, as on a page. */
function Found({ shown: { addresses, filter, isEnabled = true }, pool, connected, isLoading }: FoundProps) {
  const { events, isLoading: isSearching } = useRelayEvents(pool, { addresses, filter, isEnabled })
  useEffect(() => {
    const state = { connected: [...connected], isLoading, ids: events.map(({ id }) => id), isSearching }
    if (JSON.stringify(state) !== JSON.stringify(page.seen.at(-1))) page.seen.push(state)
  })
  return null
}
