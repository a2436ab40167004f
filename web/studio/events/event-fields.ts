/** The form of an event as text, and what is sent: times in the event's zone, prices in sats or dollars. */
import type { updateConcert } from '#contract/concerts/concerts.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { ConcertWire } from '#web/events/times.ts'
import { fromLocalTime, toLocalTime } from '#web/events/zone.ts'

export type SentEvent = Sent<typeof updateConcert>['body']
export type TierDraft = {
  key: string
  id?: string
  name: string
  seats: string
  currency: 'sats' | 'usd'
  price: string
}
export type EventDraft = {
  name: string
  description: string
  place: string
  city: string
  mapUrl: string
  begins: string
  ends: string
  timeZone: string
  personMax: string
  saleFrom: string
  saleUntil: string
  tiers: TierDraft[]
}
export type EventProblem = 'name' | 'place' | 'city' | 'begins' | 'ends' | 'person' | 'sale' | 'tiers'

const MSAT_PER_SAT = 1_000
const NEW_MS = 3 * 3_600_000
let made = 0

export const newTier = (name: string): TierDraft => ({
  key: `new-${++made}`,
  name,
  seats: '100',
  currency: 'sats',
  price: '5000',
})

/** With one kind of ticket, which has this name. */
export function newEvent(tierName: string): EventDraft {
  return {
    name: '',
    description: '',
    place: '',
    city: '',
    mapUrl: '',
    begins: '',
    ends: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    personMax: '6',
    saleFrom: '',
    saleUntil: '',
    tiers: [newTier(tierName)],
  }
}

/** Another begin moves the end with it, so that the event stays as long; a new one lasts three hours. */
export function withBegin({ begins, ends }: EventDraft, newBegins: string): Partial<EventDraft> {
  const [from, to, moved] = [begins, ends, newBegins].map((local) => Date.parse(`${local}Z`))
  if (Number.isNaN(moved!)) return { begins: newBegins }
  const lengthMs = to! > from! ? to! - from! : ends === '' ? NEW_MS : null
  return lengthMs === null
    ? { begins: newBegins }
    : { begins: newBegins, ends: new Date(moved! + lengthMs).toISOString().slice(0, '2027-03-12T20:00'.length) }
}

/** Whether a field that most events leave as it is has a value. */
export const hasMore = ({ description, mapUrl, saleFrom, saleUntil }: EventDraft): boolean =>
  [description, mapUrl, saleFrom, saleUntil].some((value) => value !== '')

export function draftOf(concert: ConcertWire): EventDraft {
  const local = (iso: string | null) => (iso === null ? '' : toLocalTime(iso, concert.timeZone))
  return {
    name: concert.name,
    description: concert.description ?? '',
    place: concert.place,
    city: concert.city,
    mapUrl: concert.mapUrl ?? '',
    begins: local(concert.beginsAt),
    ends: local(concert.endsAt),
    timeZone: concert.timeZone,
    personMax: String(concert.personMax),
    saleFrom: local(concert.saleFrom),
    saleUntil: local(concert.saleUntil),
    tiers: concert.tiers.map((tier) => ({
      key: tier.id,
      id: tier.id,
      name: tier.name,
      seats: String(tier.seats),
      currency: tier.centsPrice === null ? 'sats' : 'usd',
      price:
        tier.centsPrice === null ? String((tier.msatPrice ?? 0) / MSAT_PER_SAT) : (tier.centsPrice / 100).toFixed(2),
    })),
  }
}

const WHOLE = /^\d{1,9}$/
const DOLLARS = /^\d{1,4}([.,]\d{1,2})?$/

/** What is sent, or the first field that cannot be sent. */
export function sentOf(draft: EventDraft): { fields: SentEvent } | { problem: EventProblem } {
  const { timeZone } = draft
  const [name, place, city] = [draft.name.trim(), draft.place.trim(), draft.city.trim()]
  const beginsAt = fromLocalTime(draft.begins, timeZone)
  const endsAt = fromLocalTime(draft.ends, timeZone)
  const [saleFrom, saleUntil] = [fromLocalTime(draft.saleFrom, timeZone), fromLocalTime(draft.saleUntil, timeZone)]
  if (name === '') return { problem: 'name' }
  if (place === '') return { problem: 'place' }
  if (city === '') return { problem: 'city' }
  if (beginsAt === null) return { problem: 'begins' }
  if (endsAt === null || endsAt <= beginsAt) return { problem: 'ends' }
  if (!WHOLE.test(draft.personMax)) return { problem: 'person' }
  if (saleUntil !== null && saleUntil > endsAt) return { problem: 'sale' }
  const tiers = draft.tiers.map(sentTier)
  if (!tiers.every((tier) => tier !== null)) return { problem: 'tiers' }
  return {
    fields: {
      name,
      description: draft.description.trim(),
      place,
      city,
      mapUrl: draft.mapUrl.trim(),
      beginsAt,
      endsAt,
      timeZone,
      personMax: Number(draft.personMax),
      saleFrom,
      saleUntil,
      tiers,
    },
  }
}

function sentTier({ id, name, seats, currency, price }: TierDraft): SentEvent['tiers'][number] | null {
  if (name.trim() === '' || !WHOLE.test(seats)) return null
  const tier = { ...(id !== undefined && { id }), name: name.trim(), seats: Number(seats) }
  if (currency === 'sats') {
    return WHOLE.test(price) ? { ...tier, msatPrice: Number(price) * MSAT_PER_SAT, centsPrice: null } : null
  }
  const cents = DOLLARS.test(price) ? Math.round(Number(price.replace(',', '.')) * 100) : 0
  return cents > 0 ? { ...tier, msatPrice: null, centsPrice: cents } : null
}
