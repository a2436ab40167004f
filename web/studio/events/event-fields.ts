/** The form of an event as text, and what is sent: times in the event's zone, prices in sats or dollars. */
import type { updateConcert } from '#contract/concerts/concerts.ts'
import type { Sent } from '#contract/endpoint.ts'
import { newKey } from '#web/data/api.ts'
import type { ConcertWire } from '#web/events/times.ts'
import { fromLocalTime, toLocalTime } from '#web/events/zone.ts'
import { parseDollars, parseSats, satsToMsat } from '#web/format/amounts.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'

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
  artistId: string
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

const MSAT_PER_SAT = 1_000
const NEW_MS = 3 * 3_600_000

const USUAL_PRICES = { sats: '5000', usd: '5.00' }

export const newTier = (name: string): TierDraft => ({
  key: newKey(),
  name,
  seats: '100',
  currency: 'sats',
  price: USUAL_PRICES.sats,
})

/** What was typed stays; the usual price becomes the usual one in the other currency. */
export const inCurrency = (tier: TierDraft, currency: TierDraft['currency']): TierDraft => ({
  ...tier,
  currency,
  price: tier.price === USUAL_PRICES[tier.currency] ? USUAL_PRICES[currency] : tier.price,
})

/** Where the artist comes from, up to the comma before the country. */
export const cityOf = ({ location }: Pick<OwnArtist, 'location'>): string => location?.split(',', 1)[0]?.trim() ?? ''

/** In the artist's city, with one kind of ticket, which has this name. */
export function newEvent(artist: OwnArtist, tierName: string): EventDraft {
  return {
    artistId: artist.id,
    name: '',
    description: '',
    place: '',
    city: cityOf(artist),
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
    artistId: concert.artist.id,
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

/** What is sent for a draft without problems (event-problems.ts). */
export function sentOf(draft: EventDraft): SentEvent {
  const { timeZone } = draft
  const at = (local: string) => fromLocalTime(local, timeZone)
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    place: draft.place.trim(),
    city: draft.city.trim(),
    mapUrl: draft.mapUrl.trim(),
    beginsAt: at(draft.begins) ?? '',
    endsAt: at(draft.ends) ?? '',
    timeZone,
    personMax: parseSats(draft.personMax) ?? 0,
    saleFrom: at(draft.saleFrom),
    saleUntil: at(draft.saleUntil),
    tiers: draft.tiers.map(({ id, name, seats, ...price }) => ({
      ...(id !== undefined && { id }),
      name: name.trim(),
      seats: parseSats(seats) ?? 0,
      ...sentPrice(price),
    })),
  }
}

/** No dollars are free, as no sats are. */
function sentPrice({ currency, price }: Pick<TierDraft, 'currency' | 'price'>) {
  const cents = currency === 'usd' ? (parseDollars(price) ?? 0) : 0
  if (cents > 0) return { msatPrice: null, centsPrice: cents }
  return { msatPrice: currency === 'usd' ? 0 : satsToMsat(parseSats(price) ?? 0), centsPrice: null }
}
