/** Compares a work with its events on relays: which are missing, which are outdated, which are left over. Drafts the
 * events that correct this: replacements dated after what they replace, and deletions (NIP-09). The content of events
 * is in release-events.ts. */
import type { NostrEvent, UnsignedEvent } from './event.ts'
import { DELETION_KIND, slotOf } from './kinds.ts'
import type { Draft, WorkEvent } from './release-events.ts'

/** `event`: the newest event in the same slot. */
export type EventStatus = WorkEvent & { event: NostrEvent | null; isCurrent: boolean }
/** `obsolete`: events on the relays whose subject is no longer public here, or that a newer event replaces. */
export type EventStatuses = { all: EventStatus[]; obsolete: NostrEvent[] }

type Placed = Pick<NostrEvent, 'kind' | 'tags'>

/** Takes events in any order, including deletions. Ignores events that their author has deleted. */
export function compareWithRelays(works: readonly WorkEvent[], events: readonly NostrEvent[]): EventStatuses {
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
    return { ...work, event, isCurrent: event !== null && isSameContent(event, work.draft) }
  })
  const kept = new Set(all.map(({ event }) => event?.id))
  const places = new Set(all.map(({ draft }) => placeOf(draft)))
  // For replaceable events, a relay removes the older one automatically.
  const obsolete = there.filter(
    (event) => !kept.has(event.id) && (slotOf(event) === null || !places.has(placeOf(event))),
  )
  return { all, obsolete }
}

/** A date later than these events, so that every relay accepts the draft as the newer version, even if clocks
 * differ. */
export function dateAfter(draft: Draft, events: readonly NostrEvent[], nowSeconds: number): UnsignedEvent {
  const others = events.filter((event) => event.kind === DELETION_KIND || placeOf(event) === placeOf(draft))
  return { ...draft, created_at: Math.max(nowSeconds, ...others.map((event) => event.created_at + 1)) }
}

/** Requests the deletion of these events. Addressable ones are also named by address, so that older versions do not
 * return. */
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

/** Identifies the event among the events of its author: by its slot, or by its subject. */
function placeOf({ kind, tags }: Placed): string {
  const slot = slotOf({ kind, tags })
  return `${kind}:${slot ?? tags.find(([name]) => name === 'i')?.[1] ?? ''}`
}

function addressOf(event: NostrEvent): string | null {
  const slot = slotOf(event)
  return slot === null ? null : `${event.kind}:${event.pubkey}:${slot}`
}

/** The events in the same order, without the deleted ones and the deletions themselves. */
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

function isSameContent(event: NostrEvent, draft: Draft): boolean {
  return event.content === draft.content && JSON.stringify(event.tags) === JSON.stringify(draft.tags)
}
