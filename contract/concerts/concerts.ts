/** Events of artists. The code calls them concerts, because `event` means a Nostr or outbox event in most of the code.
 * Tickets are in tickets.ts, the door in door.ts. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { ColorInfo, DESCRIPTION_MAX, Id, Instant, optionalText, text, TitleFit } from '#contract/fields.ts'
import { PRICE_CENTS_MAX } from '#contract/dollars.ts'
import { Msat } from '#contract/money.ts'

export const CONCERT_NAME_MAX = 120
export const PLACE_MAX = 160
export const TIERS_MAX = 10
export const TIER_NAME_MAX = 60
export const SEATS_MAX = 10_000
export const PERSON_MAX = 20
export const HELPERS_MAX = 20
export const EVENT_DAYS_MAX = 31
/** How far in the future an event may begin. */
export const EVENT_YEARS_MAX = 10

/** A price is in sats or in US dollars. */
const Price = {
  /** Whole sats; 0 is free. Null for a price in US dollars. */
  msatPrice: z.nullable(Msat),
  /** US cents. Null for a price in sats. */
  centsPrice: z.nullable(z.int().check(z.minimum(1), z.maximum(PRICE_CENTS_MAX))),
}

const ConcertTier = z.object({
  id: Id,
  name: z.string(),
  ...Price,
  /** What a ticket costs now, with a price in US dollars converted. Null while the rate is not known: no sale. */
  msatNow: z.nullable(Msat),
  seats: z.int(),
  /** Seats that are neither sold nor held. */
  left: z.int(),
})

const ConcertArtist = z.object({ id: Id, name: z.string(), artistUrl: z.string() })

const facts = {
  id: Id,
  name: z.string(),
  artist: ConcertArtist,
  place: z.string(),
  city: z.string(),
  beginsAt: Instant,
  endsAt: Instant,
  /** An IANA time zone, such as `Europe/Berlin`: times are shown in it. */
  timeZone: z.string(),
  artworkUrl: z.nullable(z.string()),
  colorInfo: z.nullable(ColorInfo),
  isCancelled: z.boolean(),
}

export const ConcertSummary = z.object({
  ...facts,
  isDraft: z.boolean(),
  isSoldOut: z.boolean(),
  /** The lowest price of the tiers that are not sold out, of all of them once it is sold out. Both are null without tiers. */
  msatFrom: z.nullable(Msat),
  centsFrom: z.nullable(z.int()),
  /** These tiers differ in price. */
  hasSeveralPrices: z.boolean(),
})

export const Concert = z.object({
  ...facts,
  titleFit: TitleFit,
  description: z.nullable(z.string()),
  mapUrl: z.nullable(z.string()),
  /** The most tickets that one buyer can have. */
  personMax: z.int(),
  saleFrom: z.nullable(Instant),
  saleUntil: z.nullable(Instant),
  sale: z.enum(['not-yet', 'open', 'over']),
  tiers: z.array(ConcertTier),
  /** It is sold out, but some of its seats are on hold and may become free. */
  mayFree: z.boolean(),
  /** Nostr keys whose newest response to its calendar event (NIP-52) is `accepted`. */
  goingOnNostr: z.int(),
  isDraft: z.boolean(),
  isOwn: z.boolean(),
  /** Changes whenever the owner changes a field; for `ifRevision`. */
  revision: z.string(),
})

export const listConcerts = {
  ...publicRead,
  path: '/concerts',
  summary: 'Coming events, soonest first: all, in one city, or of one artist',
  query: z.object({ city: z.optional(z.string().check(z.maxLength(PLACE_MAX))), artistId: z.optional(Id) }),
  data: z.object({
    concerts: z.array(ConcertSummary),
    /** Of all coming events, also when one city was requested; empty when one artist was. */
    cities: z.array(z.string()),
  }),
} as const satisfies Endpoint

export const listOwnConcerts = {
  method: 'GET',
  path: '/concerts/own',
  access: 'user',
  summary: 'The events of the caller, and those whose door the caller helps at',
  data: z.object({ own: z.array(ConcertSummary), helping: z.array(ConcertSummary) }),
} as const satisfies Endpoint

const ById = z.object({ concertId: Id })

export const getConcert = {
  ...publicRead,
  path: '/concerts/:concertId',
  summary: 'An event with its tiers; its owner also gets a draft',
  params: ById,
  data: Concert,
} as const satisfies Endpoint

export const getConcertCalendar = {
  method: 'GET',
  path: '/concerts/:concertId/calendar',
  access: 'public',
  summary: 'The event as a calendar file (RFC 5545)',
  params: ById,
  textType: 'text/calendar; charset=utf-8',
  data: z.null(),
} as const satisfies Endpoint

const webUrl = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      z.maxLength(1_000),
      z.refine((value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)), 'link-invalid'),
    ),
  ),
)

const NewTier = z.strictObject({
  /** Absent for a new tier. */
  id: z.optional(Id),
  name: text(TIER_NAME_MAX),
  seats: z.int().check(z.minimum(1), z.maximum(SEATS_MAX)),
  ...Price,
})
/** What the owner of an event sets. */
export const ConcertFields = z.strictObject({
  name: text(CONCERT_NAME_MAX),
  description: optionalText(DESCRIPTION_MAX),
  place: text(PLACE_MAX),
  city: text(PLACE_MAX),
  mapUrl: webUrl,
  beginsAt: Instant,
  endsAt: Instant,
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  personMax: z.int().check(z.minimum(1), z.maximum(PERSON_MAX)),
  saleFrom: z.optional(z.nullable(Instant)),
  saleUntil: z.optional(z.nullable(Instant)),
  tiers: z.array(NewTier).check(z.minLength(1), z.maxLength(TIERS_MAX)),
})

export const createConcert = {
  method: 'POST',
  path: '/concerts',
  access: 'user',
  summary: 'Creates an event of an artist of the caller, as a draft',
  body: z.strictObject({ artistId: Id, event: ConcertFields }),
  status: 201,
  data: Concert,
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

export const updateConcert = {
  method: 'PUT',
  path: '/concerts/:concertId',
  access: 'user',
  summary:
    'Updates an event, all fields at once; with ifRevision only if nothing has changed. A tier with tickets stays',
  params: ById,
  query: z.object({ ifRevision: z.optional(z.string().check(z.maxLength(64))) }),
  body: ConcertFields,
  data: Concert,
  errors: ['forbidden', 'rule-broken', 'event-changed'],
} as const satisfies Endpoint

export const setConcertPicture = {
  method: 'PUT',
  path: '/concerts/:concertId/picture',
  access: 'user',
  summary: 'Sets the picture of an event',
  params: ById,
  isForm: true,
  body: z.strictObject({ picture: z.file() }),
  data: Concert,
  errors: ['forbidden', 'picture-invalid'],
} as const satisfies Endpoint

export const publishConcert = {
  method: 'POST',
  path: '/concerts/:concertId/publish',
  access: 'user',
  summary: 'Publishes an event, or makes it a draft again while it has no tickets',
  params: ById,
  body: z.strictObject({ isDraft: z.boolean() }),
  data: Concert,
  errors: ['forbidden', 'rule-broken', 'event-has-tickets'],
} as const satisfies Endpoint

export const deleteConcert = {
  method: 'DELETE',
  path: '/concerts/:concertId',
  access: 'user',
  summary: 'Deletes an event without tickets. One with tickets is cancelled instead',
  params: ById,
  data: z.null(),
  errors: ['forbidden', 'event-has-tickets'],
} as const satisfies Endpoint

export const setConcertHelpers = {
  method: 'PUT',
  path: '/concerts/:concertId/helpers',
  access: 'user',
  summary: 'Sets who may open the door page besides the owner, by username',
  params: ById,
  body: z.strictObject({ usernames: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(HELPERS_MAX)) }),
  data: z.object({ usernames: z.array(z.string()) }),
  errors: ['forbidden', 'recipients-unknown'],
} as const satisfies Endpoint
