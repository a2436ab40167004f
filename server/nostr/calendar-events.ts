/** The calendar events (NIP-52) that represent events of artists on nostr, and the RSVPs to them. Anybody can sign
 * a calendar event about anything, so only those of the owner's own keys count. */
import { addressOfCalendarEvent, CALENDAR_EVENT_KIND } from '#protocols/nostr/calendar-events.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { parseFilter } from '#protocols/nostr/filter.ts'
import { slotOf } from '#protocols/nostr/kinds.ts'
import { findKeysOfUsers } from '#server/accounts/nostr-keys.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { queryEvents } from '#server/relay/query.ts'
import { countAccepted } from '#server/relay/rsvp-queries.ts'

type Owned = { id: string; ownerId: string }

/** Enough for a round of rsvps.ts. */
const EVENTS_MAX = 500
/** As many as a filter may name. */
const KEYS_MAX = 1_000

/** The number of keys that have accepted. */
export async function countGoing(tx: Tx, concert: Owned, now: Date): Promise<number> {
  const addresses = await findAddresses(tx, [concert], now)
  return addresses.length === 0 ? 0 : countAccepted(tx, { addresses, ownerId: concert.ownerId, now })
}

/** The addresses of the calendar events that our relay has for these events. */
export async function findAddresses(tx: Tx, concerts: readonly Owned[], now: Date): Promise<string[]> {
  const keys = await findKeysOfUsers(tx, [...new Set(concerts.map(({ ownerId }) => ownerId))])
  const ownerOf = new Map(concerts.map(({ id, ownerId }) => [id, ownerId]))
  const filter = parseFilter({
    kinds: [CALENDAR_EVENT_KIND],
    authors: [...keys.keys()].slice(0, KEYS_MAX),
    '#d': [...ownerOf.keys()],
  })
  const found = await queryEvents(tx, filter, { keys: new Set(), now }, EVENTS_MAX)
  return found.flatMap(({ body }) => {
    const event = JSON.parse(body) as NostrEvent
    const id = slotOf(event) ?? ''
    return ownerOf.get(id) === keys.get(event.pubkey) ? [addressOfCalendarEvent(event.pubkey, id)] : []
  })
}
