/** Publishes a work to the relays, one signed event after the other: first missing
 * and outdated events, then one deletion for leftover events. A refusal by the key or
 * by all relays stops it; sent events remain, and a new attempt continues from there. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { dateAfter, draftDeletion, type EventStatus, type EventStatuses } from '#protocols/nostr/event-status.ts'
import { classOfKind } from '#protocols/nostr/kinds.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import { type NostrSigner, signWith } from '#web/nostr/signer.ts'

/** The progress: `contentId` is the content being signed and sent. */
export type Sending = { done: number; all: number; contentId: string | null }
/** The messages of single relays that refused, without duplicates, while others accepted. */
export type Refusals = readonly string[]

export type NostrActions = {
  pool: RelayPool
  signer: NostrSigner
  /** All events known at the relays. */
  events: readonly NostrEvent[]
  onStep(step: Sending): void
  onSent(event: NostrEvent): void
}

/** Throws RelayRefused, RelayFailed and KeyNotUsed. */
export async function sendWork({ all, obsolete }: EventStatuses, desk: NostrActions): Promise<Refusals> {
  const waiting = all.filter(({ isCurrent }) => !isCurrent)
  const count = waiting.length + (obsolete.length > 0 || waiting.some(isReplacedByHand) ? 1 : 0)
  const refusals = new Set<string>()
  for (const [done, standing] of waiting.entries()) {
    desk.onStep({ done, all: count, contentId: standing.contentId })
    // Readers cannot order events of the same second, so each event gets its own second, in order.
    const nowSeconds = Math.floor(Date.now() / 1_000) - (waiting.length - 1 - done)
    await send(dateAfter(standing.draft, desk.events, nowSeconds), desk, refusals)
  }
  const replaced = waiting.flatMap((one) => (isReplacedByHand(one) && one.event !== null ? [one.event] : []))
  const removed = [...obsolete, ...replaced]
  if (removed.length > 0) {
    desk.onStep({ done: count - 1, all: count, contentId: null })
    await send(draftDeletion(removed, Math.floor(Date.now() / 1_000)), desk, refusals)
  }
  return [...refusals]
}

/** Requests the deletion of all events that exist. */
export async function removeWork({ all, obsolete }: EventStatuses, desk: NostrActions): Promise<Refusals> {
  const there = [...all.flatMap(({ event }) => (event === null ? [] : [event])), ...obsolete]
  const refusals = new Set<string>()
  desk.onStep({ done: 0, all: 1, contentId: null })
  await send(draftDeletion(there, Math.floor(Date.now() / 1_000)), desk, refusals)
  return [...refusals]
}

/** Episodes are not addressable events, so relays keep the old version beside the new one. */
function isReplacedByHand({ event, draft }: EventStatus): boolean {
  return event !== null && classOfKind(draft.kind) === 'regular'
}

async function send(draft: UnsignedEvent, desk: NostrActions, refusals: Set<string>): Promise<void> {
  const event = await signWith(desk.signer, draft)
  const { refused } = await desk.pool.publish(event, (proof) => signWith(desk.signer, proof))
  desk.onSent(event)
  for (const { address, words } of refused) refusals.add(`${new URL(address).host}: ${words}`)
}
