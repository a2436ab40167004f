/** The relays in users' relay lists (kinds 10002 and 10050), besides those of this
 * server: which of them a page may connect to, the user's own, and where somebody
 * receives messages. Without public relays in the settings, none is ever contacted. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { MESSAGE_RELAYS_KIND, RELAY_LIST_KIND } from '#protocols/nostr/kinds.ts'
import { chooseMessageRelays, isLoopback, parseRelayList } from '#protocols/nostr/relay-list.ts'
import { type Site, type SiteSettings, useSettings } from '#web/data/site.ts'
import { relaysOf } from './relay-addresses.ts'
import { RelayFailed } from './relay-errors.ts'
import type { Prove } from './relay-link.ts'
import { createRelayPool, type RelayPool } from './relay-pool.ts'

type Settings = Pick<SiteSettings, 'publicRelays'>
type RelayPurpose = 'write' | 'messages'

/** A relay list adds at most this many connections. */
const NAMED_MAX = 4
const OPEN_MS = 3_000
const KINDS = [RELAY_LIST_KIND, MESSAGE_RELAYS_KIND]

/** The relays a page may connect to: over TLS and not on the loopback interface, so that a list cannot make other
 * users' browsers probe their own machine. A page that itself comes from there is not restricted. */
export function callableRelays(
  named: readonly string[],
  { publicRelays }: Settings,
  ownHost = location.hostname,
): string[] {
  if (publicRelays.length === 0) return []
  const isOutside = (address: string) => {
    const { protocol, hostname } = new URL(address)
    return protocol === 'wss:' && !isLoopback(hostname)
  }
  return named.filter((address) => isLoopback(ownHost) || isOutside(address)).slice(0, NAMED_MAX)
}

/** The relays of this server and the user's own; the latter are added once they have loaded. */
export function useOwnRelays(own: string | null, purpose: RelayPurpose): string[] {
  const settings = useSettings()
  const isEnabled = own !== null && settings.publicRelays.length > 0
  const { data: named = [] } = useQuery({ ...namedQuery(own ?? '', purpose, settings), enabled: isEnabled })
  return [...new Set([...relaysOf(settings), ...named])]
}

/** The same, for callers that need all of them before they start. */
export async function findOwnRelays({ queries, settings }: Pick<Site, 'queries' | 'settings'>, own: string) {
  const named = await queries.ensureQueryData(namedQuery(own, 'write', settings))
  return [...new Set([...relaysOf(settings), ...named])]
}

const namedQuery = (own: string, purpose: RelayPurpose, settings: Settings) =>
  queryOptions({
    queryKey: [...ownRelaysKey(own), purpose],
    queryFn: () => findNamed(own, purpose, settings),
    retry: false,
  })

export const ownRelaysKey = (own: string): readonly unknown[] => ['nostr-own-relays', own]

async function findNamed(pubkey: string, purpose: RelayPurpose, settings: Settings): Promise<string[]> {
  if (settings.publicRelays.length === 0) return []
  const pool = createRelayPool()
  pool.configure(relaysOf(settings))
  try {
    return callableRelays(chooseNamed(await pool.list({ kinds: KINDS, authors: [pubkey] }), pubkey, purpose), settings)
  } catch (error) {
    if (!(error instanceof RelayFailed)) throw error
    // The pool has logged the error. The relays of this server remain.
    return []
  } finally {
    pool.configure([])
  }
}

function chooseNamed(events: readonly NostrEvent[], pubkey: string, purpose: RelayPurpose): string[] {
  if (purpose === 'messages') return chooseMessageRelays(events, pubkey)
  const list = events.find(({ kind }) => kind === RELAY_LIST_KIND) ?? null
  return parseRelayList(list).flatMap(({ address, isWrite }) => (isWrite ? [address] : []))
}

/** Delivers a wrapped message to the relays where its receiver reads messages, or to the relays of `pool` when the
 * receiver has named none or none of theirs accepts it. Throws the errors of publishing there. */
export type Deliver = (wrap: NostrEvent, receiver: string, prove: Prove) => Promise<void>

export function createDelivery(pool: RelayPool, settings: Settings): Deliver {
  const known = new Map<string, Promise<string[]>>()
  return async (wrap, receiver, prove) => {
    const named = known.get(receiver) ?? findNamed(receiver, 'messages', settings)
    known.set(receiver, named)
    if (!(await isTaken(await named, wrap, prove))) await pool.publish(wrap, prove)
  }
}

async function isTaken(relays: readonly string[], wrap: NostrEvent, prove: Prove): Promise<boolean> {
  if (relays.length === 0) return false
  const pool = createRelayPool()
  pool.configure(relays)
  try {
    await opening(pool)
    await pool.publish(wrap, prove)
    return true
  } catch {
    return false
  } finally {
    pool.configure([])
  }
}

/** Waits for connections, because publishing itself waits only briefly. */
function opening(pool: RelayPool): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, OPEN_MS)
    const stop = pool.watch(() => {
      if (pool.read().connected.length > 0) end()
    })
  })
}
