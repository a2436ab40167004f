/** Compares events (concerts) with the relays: the calendar event that one should have, and those of events that are not
 * public here any more. Releases and podcasts: standings.ts. */
import { CALENDAR_EVENT_KIND, draftCalendarEvent, eventIdIn } from '#protocols/nostr/calendar-events.ts'
import { compareWithRelays } from '#protocols/nostr/event-status.ts'
import { useSettings } from '#web/data/site.ts'
import type { ConcertSummaryWire, ConcertWire } from '#web/events/times.ts'
import { useOwnEvents, type WorkThere } from './own-events.ts'

const KINDS = [CALENDAR_EVENT_KIND]

export function useEventStandings(concert: ConcertWire, pubkey: string, isPublic: boolean): WorkThere {
  const publicUrl = usePublicUrl()
  const { isLoading, events, ...own } = useOwnEvents(pubkey, { kinds: KINDS, ids: [concert.id] })
  const works = isPublic ? [draftCalendarEvent(concert, { pubkey, publicUrl })] : []
  return { ...own, known: events, standings: isLoading ? null : compareWithRelays(works, events), other: null }
}

/** Calendar events of this key whose event was deleted, cancelled or made a draft. `concerts`: all of the user's. */
export function useLeftEvents(concerts: readonly ConcertSummaryWire[], pubkey: string): WorkThere {
  const publicUrl = usePublicUrl()
  const { isLoading, events, ...own } = useOwnEvents(pubkey, { kinds: KINDS })
  const shown = concerts.filter(({ isDraft, isCancelled }) => !isDraft && !isCancelled)
  const publicIds = new Set(shown.map(({ id }) => id))
  const isLeft = (id: string | null) => id !== null && !publicIds.has(id)
  const { obsolete } = compareWithRelays([], events)
  const standings = { all: [], obsolete: obsolete.filter((event) => isLeft(eventIdIn(event, publicUrl))) }
  return { ...own, known: events, standings: isLoading ? null : standings, other: null }
}

function usePublicUrl(): string {
  return useSettings().publicUrl || location.origin
}
