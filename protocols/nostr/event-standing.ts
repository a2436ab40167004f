/** What of a work is at the relays: which of its events are missing, which say something else by now, which are left over.
 * And the events that change that: dated after what they replace, and deletions (NIP-09).
 * What the events say is release-events.ts. */
import type { NostrEvent, UnsignedEvent } from './event.ts'
import { DELETION_KIND, slotOf } from './kinds.ts'
import type { Draft, WorkEvent } from './release-events.ts'

/** `event`: the newest that is there in its place. */
export type Standing = WorkEvent & { event: NostrEvent | null; isCurrent: boolean }
/** `leftOver`: there, but what they are about is not public here any more, or a newer one says it. */
export type Standings = { all: Standing[]; leftOver: NostrEvent[] }

type Placed = Pick<NostrEvent, 'kind' | 'tags'>

/** Events in any order, deletions among them; those that their author has deleted are nowhere. */
export function compareWithRelays(works: readonly WorkEvent[], events: readonly NostrEvent[]): Standings {
  const there = withoutDeleted(events).toSorted(
    (one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1),
  )
  const newest = new Map<string, NostrEvent>()
  for (const event of there) {
    const place = placeOf(event)
    if (!newest.has(place)) newest.set(place, event)
  }
  const all = works.map((work) => {
    const event = newest.get(placeOf(work.draft)) ?? null
    return { ...work, event, isCurrent: event !== null && saysTheSame(event, work.draft) }
  })
  const kept = new Set(all.map(({ event }) => event?.id))
  const places = new Set(all.map(({ draft }) => placeOf(draft)))
  // Of those with a place of their own, a relay removes the older one by itself.
  const leftOver = there.filter(
    (event) => !kept.has(event.id) && (slotOf(event) === null || !places.has(placeOf(event))),
  )
  return { all, leftOver }
}

/** Of these it is a later version for any relay, whatever clocks say. */
export function dateAfter(draft: Draft, events: readonly NostrEvent[], nowSeconds: number): UnsignedEvent {
  const others = events.filter((event) => event.kind === DELETION_KIND || placeOf(event) === placeOf(draft))
  return { ...draft, created_at: Math.max(nowSeconds, ...others.map((event) => event.created_at + 1)) }
}

/** Asks relays to delete them, those with an address by that too, so that older versions do not come back. */
export function draftDeletion(events: readonly NostrEvent[], nowSeconds: number): UnsignedEvent {
  const addresses = events.flatMap((event) => addressOf(event) ?? [])
  const tags = [
    ...events.map(({ id }) => ['e', id]),
    ...[...new Set(addresses)].map((address) => ['a', address]),
    ...[...new Set(events.map(({ kind }) => String(kind)))].map((kind) => ['k', kind]),
  ]
  const latest = Math.max(nowSeconds, ...events.map((event) => event.created_at))
  return { kind: DELETION_KIND, created_at: latest, tags, content: '' }
}

/** Where it stands among the events of its author: by its address, or by what it is about. */
function placeOf({ kind, tags }: Placed): string {
  const slot = slotOf({ kind, tags })
  return `${kind}:${slot ?? tags.find(([name]) => name === 'i')?.[1] ?? ''}`
}

function addressOf(event: NostrEvent): string | null {
  const slot = slotOf(event)
  return slot === null ? null : `${event.kind}:${event.pubkey}:${slot}`
}

/** In their order, the deletions themselves left out. */
export function withoutDeleted(events: readonly NostrEvent[]): NostrEvent[] {
  const deletions = events.filter((event) => event.kind === DELETION_KIND)
  return events.filter((event) => event.kind !== DELETION_KIND && !isDeleted(event, deletions))
}

function isDeleted(event: NostrEvent, events: readonly NostrEvent[]): boolean {
  const address = addressOf(event)
  return events.some(
    (deletion) =>
      deletion.kind === DELETION_KIND &&
      deletion.pubkey === event.pubkey &&
      deletion.tags.some(
        ([name, value]) =>
          (name === 'e' && value === event.id) ||
          (name === 'a' && value === address && deletion.created_at >= event.created_at),
      ),
  )
}

function saysTheSame(event: NostrEvent, draft: Draft): boolean {
  return event.content === draft.content && JSON.stringify(event.tags) === JSON.stringify(draft.tags)
}
