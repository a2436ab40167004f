/** Events of artists (concerts) as time-based calendar events (NIP-52), which their artist signs, and the responses of
 * others to them. NIP-52 has no tag for a price: the page that `r` names has it. Comparing with relays is
 * event-status.ts. */
import type { Draft, Publisher, WorkEvent } from './release-events.ts'
import { shorten, whole } from './release-events.ts'

export const CALENDAR_EVENT_KIND = 31_923
export const RSVP_KIND = 31_925

/** As the API returns it. */
export type EventWork = {
  id: string
  name: string
  description: string | null
  artist: { name: string }
  place: string
  city: string
  beginsAt: string
  endsAt: string
  timeZone: string
  artworkUrl: string | null
}

const DAY_SECONDS = 86_400

/** Kind 31923. */
export function draftCalendarEvent(event: EventWork, by: Publisher): WorkEvent {
  const { id, name, description, artist, place, city, timeZone } = event
  const image = whole(event.artworkUrl, by)
  const [start, end] = [secondsOf(event.beginsAt), secondsOf(event.endsAt)]
  const tags = [
    ['d', id],
    ['title', name],
    ...(description === null ? [] : [['summary', shorten(description)]]),
    ...(image === null ? [] : [['image', image]]),
    ['start', String(start)],
    ['end', String(end)],
    ...daysOf(start, end).map((day) => ['D', String(day)]),
    ['start_tzid', timeZone],
    ['end_tzid', timeZone],
    ['location', `${place}, ${city}`],
    ['t', 'music'],
    ['r', new URL(`/event/${id}`, by.publicUrl).href],
    ['alt', `Event: ${name}, ${artist.name}`],
  ]
  return { contentId: id, title: name, draft: { kind: CALENDAR_EVENT_KIND, tags, content: description ?? '' } }
}

/** What a response names in its `a` tag. */
export const addressOfCalendarEvent = (pubkey: string, eventId: string): string =>
  `${CALENDAR_EVENT_KIND}:${pubkey}:${eventId}`

/** The id of the event here that a calendar event was published for. Null for one of another server. */
export function eventIdIn({ kind, tags }: Pick<Draft, 'kind' | 'tags'>, publicUrl: string): string | null {
  const id = tags.find(([name]) => name === 'd')?.[1]
  if (kind !== CALENDAR_EVENT_KIND || id === undefined) return null
  const page = new URL(`/event/${id}`, publicUrl).href
  return tags.some(([name, value]) => name === 'r' && value === page) ? id : null
}

const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1_000)

/** Days since 1970 in UTC. The end is exclusive. */
function daysOf(start: number, end: number): number[] {
  const first = Math.floor(start / DAY_SECONDS)
  const last = Math.max(first, Math.floor((end - 1) / DAY_SECONDS))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
