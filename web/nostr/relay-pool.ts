/** Several relays as one: the events of all of them, without duplicates and newest first.
 * A failing relay is logged in the browser console and otherwise ignored. The connection to one relay is relay-link.ts;
 * React hooks are in relay-hooks.ts. */
import { InvalidEvent, requireSigned, type NostrEvent, parseEvent } from '#protocols/nostr/event.ts'
import { type Filter, matchesFilter, parseFilter } from '#protocols/nostr/filter.ts'
import { RelayFailed, RelayRefused } from './relay-errors.ts'
import { createRelayLink } from './relay-link.ts'
import type { LinkListener, Prove, Question, RelayFilter, RelayLink, SubscriptionState } from './relay-link.ts'

/** Normalised URLs: `wss://nos.lol` is `wss://nos.lol/`. */
export type PoolState = {
  readonly connected: readonly string[]
  /** True until the first relay has connected. */
  readonly isLoading: boolean
  /** Relays that failed to connect since they were last connected. */
  readonly unreachable: readonly string[]
}

/** `isAnswered`: at least one relay has sent everything it has.
 * `isWhole`: all have, so anything missing does not exist on them. */
export type Survey = { events: NostrEvent[]; isAnswered: boolean; isWhole: boolean }

export type Published = { taken: string[]; refused: { address: string; words: string }[] }

export type PoolSubscriber = {
  onEvent(event: NostrEvent): void
  /** Every reachable relay has sent all its stored events. */
  onEnd(): void
  /** This relay will not respond any more, and why. */
  onClosed?(address: string, text: string): void
}

export type RelayPool = {
  /** Sets the relays. Others are closed and removed; those that stay are not interrupted. */
  configure(addresses: readonly string[]): void
  read(): PoolState
  watch(listener: () => void): () => void
  /** Subscribes at the current relays until stopped. A relay that requires authentication gets it. */
  subscribe(filter: RelayFilter, subscriber: PoolSubscriber, prove?: Prove): () => void
  /** What the relays return within 3 s. Rejects with RelayFailed when none of them could be queried. */
  list(filter: RelayFilter): Promise<NostrEvent[]>
  /** As `list`, and whether there may be more. */
  survey(filter: RelayFilter): Promise<Survey>
  /** The newest event; null when there is none. As `list`. */
  get(filter: RelayFilter): Promise<NostrEvent | null>
  /** The largest count of any relay, because overlaps between relays
   * are unknown. Null when none supports counting. As `list`. */
  count(filter: RelayFilter): Promise<number | null>
  /** Resolves when one relay has stored it. Rejects with the message of a relay when none does. */
  publish(event: NostrEvent, prove?: Prove): Promise<Published>
}

export type PoolLog = (message: string, error: unknown) => void

const LOOKUP_MS = 3_000
/** How many event ids a subscription remembers, to remove duplicates. */
const KNOWN_MAX = 5_000
/** The maximum number of events in a list. */
export const EVENTS_MAX = 1_000

const writeToConsole: PoolLog = (message, error) => console.warn(message, error)

export function createRelayPool(log: PoolLog = writeToConsole): RelayPool {
  const links = new Map<string, RelayLink>()
  const pool = createPoolState()
  const queryAll = <Result>(query: (link: RelayLink) => Promise<Result>) => queryEach([...links.values()], query, log)

  async function survey(filter: RelayFilter): Promise<Survey> {
    const linkCount = links.size
    const read = createReader(filter)
    const max = Math.min(filter.limit ?? EVENTS_MAX, EVENTS_MAX)
    let found: readonly NostrEvent[] = []
    const onEvent = (value: unknown) => {
      const event = read(value)
      if (event !== null) found = insertNewest(found, event, max)
    }
    const responses = await queryAll((link) => lookUp(link, 'REQ', filter, onEvent))
    const completeCount = responses.filter(({ isWhole }) => isWhole).length
    return { events: [...found], isAnswered: completeCount > 0, isWhole: completeCount === linkCount }
  }

  async function list(filter: RelayFilter): Promise<NostrEvent[]> {
    return (await survey(filter)).events
  }

  return {
    configure(addresses) {
      const wanted = new Set(addresses.flatMap((address) => readAddress(address, log)))
      for (const [address, link] of links) {
        if (wanted.has(address)) continue
        links.delete(address)
        link.close()
      }
      pool.keep((address) => wanted.has(address))
      for (const address of wanted) {
        if (!links.has(address)) links.set(address, createRelayLink(address, pool.listenerOf(address, log)))
      }
    },
    read: pool.read,
    watch: pool.watch,
    subscribe: (filter, subscriber, prove) => subscribe([...links.values()], { filter, subscriber, prove }),
    list,
    survey,
    get: async (filter) => (await list({ ...filter, limit: 1 }))[0] ?? null,
    async count(filter) {
      parseFilter(filter)
      const responses = await queryAll((link) => lookUp(link, 'COUNT', filter))
      const known = responses.flatMap(({ count }) => count ?? [])
      return known.length === 0 ? null : Math.max(...known)
    },
    publish: (event, prove) => publish([...links.values()], event, prove, log),
  }
}

/** Which relays are connected, and the listeners to notify of changes. */
function createPoolState() {
  const watchers = new Set<() => void>()
  let state: PoolState = { connected: [], isLoading: true, unreachable: [] }
  function change(part: Partial<PoolState>): void {
    state = { ...state, ...part }
    for (const notify of watchers) notify()
  }
  return {
    read: () => state,
    watch(listener: () => void) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    /** Removes relays that are no longer configured. */
    keep(stays: (address: string) => boolean) {
      const gone = [...state.connected, ...state.unreachable].some((address) => !stays(address))
      if (gone) change({ connected: state.connected.filter(stays), unreachable: state.unreachable.filter(stays) })
    },
    listenerOf(address: string, log: PoolLog): LinkListener {
      const isOther = (one: string) => one !== address
      return {
        onOpen: () =>
          change({
            connected: [...state.connected.filter(isOther), address],
            unreachable: state.unreachable.filter(isOther),
            isLoading: false,
          }),
        onDown: (error) => {
          log('relay-down', error)
          change({
            connected: state.connected.filter(isOther),
            unreachable: [...state.unreachable.filter(isOther), address],
          })
        },
      }
    },
  }
}

/** Queries all relays in parallel. One response is enough; errors are logged. */
async function queryEach<Result>(
  links: readonly RelayLink[],
  query: (link: RelayLink) => Promise<Result>,
  log: PoolLog,
): Promise<Result[]> {
  const settled = await Promise.allSettled(links.map(query))
  for (const one of settled) if (one.status === 'rejected') log('relay-lookup-failed', one.reason)
  const responses = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (responses.length > 0) return responses
  throw settled.find((one) => one.status === 'rejected')?.reason ?? new RelayFailed('', 'there is no relay')
}

async function publish(
  links: readonly RelayLink[],
  event: NostrEvent,
  prove: Prove | undefined,
  log: PoolLog,
): Promise<Published> {
  const settled = await Promise.allSettled(links.map((link) => link.publish(event, prove)))
  const failures = settled.flatMap((one, at) =>
    one.status === 'rejected' ? [{ address: links[at]!.address, error: one.reason as unknown }] : [],
  )
  for (const { error } of failures) log('relay-publish-failed', error)
  if (failures.length === links.length) {
    const reply = failures.find(({ error }) => error instanceof RelayRefused) ?? failures[0]
    throw reply?.error instanceof Error ? reply.error : new RelayFailed('', 'there is no relay')
  }
  return {
    taken: links.flatMap(({ address }, at) => (settled[at]!.status === 'fulfilled' ? [address] : [])),
    refused: failures.map(({ address, error }) => ({ address, words: messageOf(error) })),
  }
}

/** Inserts an event: newest first, for equal times the lower id
 * first (NIP-01), without duplicates. Returns a new list. */
export function insertNewest(events: readonly NostrEvent[], event: NostrEvent, max: number): readonly NostrEvent[] {
  if (events.some(({ id }) => id === event.id)) return events
  const isAfter = (other: NostrEvent) =>
    other.created_at < event.created_at || (other.created_at === event.created_at && other.id > event.id)
  const at = events.findIndex(isAfter)
  return (at < 0 ? [...events, event] : events.toSpliced(at, 0, event)).slice(0, max)
}

/** Without the address, which is shown next to the message. */
function messageOf(error: unknown): string {
  if (error instanceof RelayFailed) return error.words
  return error instanceof Error ? error.message : String(error)
}

function readAddress(address: string, log: PoolLog): string[] {
  const url = URL.parse(address.trim())
  if (url === null || !/^wss?:$/.test(url.protocol)) {
    log('relay-address-unusable', address)
    return []
  }
  url.hash = ''
  return [url.href]
}

/** Returns a parser for a relay's events: it accepts events that match the filter, are signed by their author, and are
 * new. Only valid events are remembered, so that a forged one cannot suppress the real one. */
function createReader(filter: RelayFilter): (value: unknown) => NostrEvent | null {
  const wanted: Filter = parseFilter(filter)
  const known = new Set<string>()
  return (value) => {
    try {
      const event = parseEvent(value)
      if (known.has(event.id) || !matchesFilter(wanted, event)) return null
      requireSigned(event)
      known.add(event.id)
      const [oldest = ''] = known
      if (known.size > KNOWN_MAX) known.delete(oldest)
      return event
    } catch (error) {
      if (error instanceof InvalidEvent) return null
      throw error
    }
  }
}

type LookedUp = { count: number | null; isWhole: boolean }

/** The complete response of one relay, and its count if requested. On a timeout, the events received so far count; a
 * relay that is not connected by then counts as failed. */
function lookUp(
  link: RelayLink,
  type: 'REQ' | 'COUNT',
  filter: RelayFilter,
  onEvent?: (event: unknown) => void,
): Promise<LookedUp> {
  return new Promise((resolve, reject) => {
    const end = (reply: LookedUp | RelayFailed) => {
      clearTimeout(timer)
      stop()
      if (reply instanceof RelayFailed) reject(reply)
      else resolve(reply)
    }
    const timer = setTimeout(
      () => end(link.isOpen() ? { count: null, isWhole: false } : new RelayFailed(link.address, 'no connection')),
      LOOKUP_MS,
    )
    const stop = link.ask(type, filter, {
      ...(onEvent && { onEvent }),
      onCount: (count) => end({ count, isWhole: true }),
      onStateChange: (state, text) =>
        end(state === 'complete' ? { count: null, isWhole: true } : new RelayFailed(link.address, text)),
    })
  })
}

type Subscription = { filter: RelayFilter; subscriber: PoolSubscriber; prove: Prove | undefined }

/** Unreachable relays are not waited for if there is another; silent relays are waited for only briefly. */
function subscribe(links: readonly RelayLink[], { filter, subscriber, prove }: Subscription): () => void {
  const { onEvent, onEnd } = subscriber
  const read = createReader(filter)
  const states = new Map<RelayLink, SubscriptionState>()
  let hasEnded = false
  let timeout: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(timeout)
    if (!hasEnded) onEnd()
    hasEnded = true
  }
  function checkEnd(): void {
    const reply = [...states.values()]
    if (reply.every((state) => state === 'down')) return
    if (states.size === links.length) end()
    else if (!hasEnded) timeout ??= setTimeout(end, LOOKUP_MS)
  }

  const question = (link: RelayLink): Question => ({
    onEvent: (value) => {
      const event = read(value)
      if (event !== null) onEvent(event)
    },
    onStateChange: (state, text) => {
      states.set(link, state)
      if (state === 'closed') subscriber.onClosed?.(link.address, text)
      checkEnd()
    },
  })
  const stops = links.map((link) => link.ask('REQ', filter, question(link), prove))
  return () => {
    hasEnded = true
    clearTimeout(timeout)
    for (const stop of stops) stop()
  }
}
