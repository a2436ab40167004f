/** Bringing a work to the relays, one signature after the other: what is missing or old there, then one deletion of what is
 * left over. Whoever says no, key or relay, ends it; what went before stays, and beginning again goes on from there. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { dateAfter, draftDeletion, type Standing, type Standings } from '#protocols/nostr/event-standing.ts'
import { classOfKind } from '#protocols/nostr/kinds.ts'
import type { RelayPool } from '../nostr/relay-pool.ts'
import { type NostrSigner, signWith } from '../nostr/signer.ts'

/** How far it is: `contentId` is what is being signed and sent. */
export type Sending = { done: number; all: number; contentId: string | null }
/** What single relays said, each once, while others took it. */
export type Refusals = readonly string[]

export type Desk = {
  pool: RelayPool
  signer: NostrSigner
  /** Everything known at the relays. */
  events: readonly NostrEvent[]
  onStep(step: Sending): void
  onSent(event: NostrEvent): void
}

/** Throws RelayRefused, RelayFailed and KeyNotUsed. */
export async function sendWork({ all, leftOver }: Standings, desk: Desk): Promise<Refusals> {
  const waiting = all.filter(({ isCurrent }) => !isCurrent)
  const count = waiting.length + (leftOver.length > 0 || waiting.some(isReplacedByHand) ? 1 : 0)
  const refusals = new Set<string>()
  for (const [done, standing] of waiting.entries()) {
    desk.onStep({ done, all: count, contentId: standing.contentId })
    // Of events of one second readers do not know the order; these are told in theirs.
    const nowSeconds = Math.floor(Date.now() / 1_000) - (waiting.length - 1 - done)
    await send(dateAfter(standing.draft, desk.events, nowSeconds), desk, refusals)
  }
  const replaced = waiting.flatMap((one) => (isReplacedByHand(one) && one.event !== null ? [one.event] : []))
  const gone = [...leftOver, ...replaced]
  if (gone.length > 0) {
    desk.onStep({ done: count - 1, all: count, contentId: null })
    await send(draftDeletion(gone, Math.floor(Date.now() / 1_000)), desk, refusals)
  }
  return [...refusals]
}

/** Asks for the deletion of everything that is there. */
export async function removeWork({ all, leftOver }: Standings, desk: Desk): Promise<Refusals> {
  const there = [...all.flatMap(({ event }) => (event === null ? [] : [event])), ...leftOver]
  const refusals = new Set<string>()
  desk.onStep({ done: 0, all: 1, contentId: null })
  await send(draftDeletion(there, Math.floor(Date.now() / 1_000)), desk, refusals)
  return [...refusals]
}

/** Episodes have no address, so relays keep the old version beside the new one. */
function isReplacedByHand({ event, draft }: Standing): boolean {
  return event !== null && classOfKind(draft.kind) === 'regular'
}

async function send(draft: UnsignedEvent, desk: Desk, refusals: Set<string>): Promise<void> {
  const event = await signWith(desk.signer, draft)
  const { refused } = await desk.pool.publish(event, (proof) => signWith(desk.signer, proof))
  desk.onSent(event)
  for (const { address, words } of refused) refusals.add(`${new URL(address).host}: ${words}`)
}
