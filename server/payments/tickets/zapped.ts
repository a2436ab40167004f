/** The event that a zap request names by its calendar event (NIP-52, NIP-57), and what it requests. Anybody can sign a calendar
 * event about anything, so only those by a key of the event's owner count. */
import { UUID } from '#protocols/hex.ts'
import { CALENDAR_EVENT_KIND } from '#protocols/nostr/calendar-events.ts'
import { PERSON_MAX } from '#contract/concerts/concerts.ts'
import { slotOf } from '#protocols/nostr/kinds.ts'
import type { ZapRequest } from '#protocols/nostr/zap.ts'
import { findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { type ConcertRow, findConcert } from '#server/concerts/queries.ts'
import { notFound } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { refuseZapRequest } from '#server/payments/recipients/zap-request.ts'

export type TicketTags = { count: number; tierId: string | null }

const valueOf = ({ tags }: Pick<ZapRequest, 'tags'>, name: string): string | null =>
  tags.find((tag) => tag[0] === name)?.[1] ?? null

/** How many tickets it is for, and of which kind. */
export function ticketTagsOf(request: ZapRequest): TicketTags {
  const text = valueOf(request, 'count') ?? '1'
  const count = /^[1-9]\d?$/.test(text) ? Number(text) : 0
  if (count === 0 || count > PERSON_MAX) throw refuseZapRequest(`The count tag is not a number from 1 to ${PERSON_MAX}`)
  return { count, tierId: valueOf(request, 'tier')?.toLowerCase() ?? null }
}

export async function findZappedConcert(deps: PaymentDeps, request: ZapRequest): Promise<ConcertRow> {
  const tx = deps.database.read
  const { pubkey, slot } = (await findCalendarEvent(deps, request)) ?? { pubkey: '', slot: '' }
  if (!UUID.test(slot)) throw refuseZapRequest('Neither its a nor its e tag is a calendar event of this server')
  const concert = await findConcert(tx, slot)
  if (concert === undefined || concert.is_draft || !concert.is_artist_public) throw notFound()
  if ((await findOwnerOfKey(tx, pubkey)) !== concert.owner_id) {
    throw refuseZapRequest('The calendar event is not signed by the owner of the event')
  }
  return concert
}

async function findCalendarEvent(
  { database, findNostrEvent }: PaymentDeps,
  request: ZapRequest,
): Promise<{ pubkey: string; slot: string } | null> {
  const [, kind, pubkey = '', slot = ''] = /^(\d+):([0-9a-f]{64}):(.*)$/s.exec(valueOf(request, 'a') ?? '') ?? []
  if (Number(kind) === CALENDAR_EVENT_KIND) return { pubkey, slot }
  const eventId = valueOf(request, 'e')
  const event = eventId === null ? null : await findNostrEvent(database.read, eventId)
  if (event === null || event.kind !== CALENDAR_EVENT_KIND) return null
  return { pubkey: event.pubkey, slot: slotOf(event) ?? '' }
}
