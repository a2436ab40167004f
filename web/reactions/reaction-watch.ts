/** Collects the events about a work from the relays while it is open: likes, reposts, comments, and deletions by their
 * authors. Interpreting them is protocols/nostr; React is not used here. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import {
  COMMENT_KIND,
  DELETION_KIND,
  GENERIC_REPOST_KIND,
  EXTERNAL_REACTION_KIND,
  REACTION_KIND,
  REPOST_KIND,
} from '#protocols/nostr/kinds.ts'
import { addressesOf, type Work } from '#protocols/nostr/reactions.ts'
import type { RelayFilter } from '#web/nostr/relay-link.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'

/** Deletions are included in `events`. `isLoading` until all stored events and their deletions were received. */
export type WatchedEvents = { events: readonly NostrEvent[]; isLoading: boolean }

export type ReactionWatch = {
  read(): WatchedEvents
  watch(listener: () => void): () => void
  /** Subscribes at the current relays; returns a function that stops. */
  open(): () => void
  /** Adds an event that was just published, because not every relay sends it back to its author. */
  take(event: NostrEvent): void
}

const REACTION_KINDS = [REPOST_KIND, REACTION_KIND, GENERIC_REPOST_KIND, EXTERNAL_REACTION_KIND]
const PER_FILTER_MAX = 500
const EVENTS_MAX = 3_000
/** The maximum number of ids in one filter. */
const IDS_MAX = 900
/** Events that arrive together are reported together. */
const PAUSE_MS = 60

export function createReactionWatch(pool: RelayPool, work: Work): ReactionWatch {
  const known = new Map<string, NostrEvent>()
  const listeners = new Set<() => void>()
  let state: WatchedEvents = { events: [], isLoading: true }
  let pause: ReturnType<typeof setTimeout> | undefined
  let stopDeletions: (() => void) | null = null
  let requestedCount = 0

  function notify(part: Partial<WatchedEvents> = {}): void {
    state = { isLoading: state.isLoading, events: [...known.values()], ...part }
    for (const listener of listeners) listener()
  }

  function take(event: NostrEvent): void {
    if (known.has(event.id) || known.size >= EVENTS_MAX) return
    known.set(event.id, event)
  }

  function receive(event: NostrEvent): void {
    take(event)
    pause ??= setTimeout(() => {
      pause = undefined
      notify()
      if (!state.isLoading) requestDeletions()
    }, PAUSE_MS)
  }

  /** Requests the deletions of all known events. Earlier deletions are kept, so that nothing reappears meanwhile. */
  function requestDeletions(onEnd: () => void = () => undefined): void {
    const ids = [...known.values()].filter(({ kind }) => kind !== DELETION_KIND).map(({ id }) => id)
    if (ids.length === requestedCount) return onEnd()
    requestedCount = ids.length
    stopDeletions?.()
    const filter = { kinds: [DELETION_KIND], '#e': ids.slice(-IDS_MAX) }
    stopDeletions = pool.subscribe(filter, { onEvent: receive, onEnd })
  }

  return {
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      const filters = filtersOf(work)
      let waiting = filters.length
      requestedCount = 0
      const onEnd = () => {
        waiting -= 1
        if (waiting === 0) requestDeletions(() => notify({ isLoading: false }))
      }
      const stops = filters.map((filter) => pool.subscribe(filter, { onEvent: receive, onEnd }))
      return () => {
        clearTimeout(pause)
        pause = undefined
        for (const stop of stops) stop()
        stopDeletions?.()
        stopDeletions = null
      }
    },
    take(event) {
      take(event)
      notify()
    },
  }
}

function filtersOf(work: Work): RelayFilter[] {
  const { external, event } = work
  const addresses = addressesOf(work)
  const filters: RelayFilter[] = [
    { kinds: REACTION_KINDS, '#i': [external.value] },
    { kinds: [COMMENT_KIND], '#I': [external.value] },
  ]
  if (event !== null) {
    filters.push({ kinds: REACTION_KINDS, '#e': [event.id] }, { kinds: [COMMENT_KIND], '#E': [event.id] })
  }
  if (addresses.length > 0) {
    filters.push({ kinds: REACTION_KINDS, '#a': addresses }, { kinds: [COMMENT_KIND], '#A': addresses })
  }
  return filters.map((filter) => ({ ...filter, limit: PER_FILTER_MAX }))
}
