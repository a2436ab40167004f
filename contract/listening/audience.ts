/** The audience of the caller's content: who listens is not stored, only how many. Days are those of a time zone; listeners
 * and countries are counted by days in UTC. Earnings are in contract/listening/stats.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ContentType, Id } from '#contract/fields.ts'
import { PlaySource } from './plays.ts'
import { Range } from './stats.ts'

const TIME_ZONE_MAX = 64
export const MOVED_MAX = 10
/** How many days after its release are compared. */
export const COMPARED_DAYS = 90

/** An IANA name such as Europe/Berlin; UTC if absent. */
const TimeZone = z.optional(z.string().check(z.regex(/^[A-Za-z][\w+/-]*$/), z.maxLength(TIME_ZONE_MAX)))

/** Before: in as much time right before the range. If the range ends today, both end at the same time of day. */
const changing = { playTotal: z.int(), playsBefore: z.int() }
/** Those of now that were added in the range, and in the time before. */
const Grown = z.object({ total: z.int(), gained: z.int(), gainedBefore: z.int() })
const named = { contentType: ContentType, title: z.string() }

export const getAudience = {
  method: 'GET',
  path: '/stats/music/audience',
  access: 'user',
  summary: 'Plays, listeners, followers, sources and countries in the range, and in the time before it',
  query: z.extend(Range, {
    timeZone: TimeZone,
    artistId: z.optional(Id),
    releaseId: z.optional(Id),
    source: z.optional(PlaySource),
  }),
  data: z.object({
    ...changing,
    /** Counted anew each month. Null with a source. */
    listeners: z.nullable(
      z.object({
        total: z.int(),
        before: z.int(),
        /** Of the last month (YYYY-MM) of which at least 16 days are in or before the range: who listened in both halves. */
        regular: z.nullable(z.object({ month: z.string(), total: z.int(), ofTotal: z.int() })),
      }),
    ),
    /** Null for releases other than podcasts. */
    followers: z.nullable(Grown),
    saves: Grown,
    /** Playlists with these tracks. */
    playlists: Grown,
    /** Days (YYYY-MM-DD), or the hours of a single day (instants). */
    points: z.array(z.object({ createdAt: z.string(), playTotal: z.int() })),
    sources: z.array(z.object({ source: PlaySource, ...changing })),
    /** ISO 3166-1; null: unknown, or fewer than 5 plays. Empty with a source. */
    countries: z.array(z.object({ country: z.nullable(z.string()), playTotal: z.int() })),
    /** The titles whose plays changed most. Empty with a source. */
    moved: z.array(z.object({ trackId: Id, ...named, ...changing })),
  }),
} as const satisfies Endpoint

export const getHeardParts = {
  method: 'GET',
  path: '/stats/music/heard',
  access: 'user',
  summary: 'How many plays heard each hundredth of a track or episode of the caller',
  query: z.object({ contentId: Id }),
  data: z.object({ playTotal: z.int(), parts: z.array(z.int()) }),
} as const satisfies Endpoint

const Compared = z.object({
  releaseId: Id,
  ...named,
  /** The first day, in the time zone. Null: not published. */
  releasedOn: z.nullable(z.iso.date()),
  /** For each day since then, up to today. */
  plays: z.array(z.int()),
  saves: z.int(),
})

export const compareReleases = {
  method: 'GET',
  path: '/stats/music/compare',
  access: 'user',
  summary: `The plays of two releases of the caller on each of their first ${COMPARED_DAYS} days`,
  query: z.object({ first: Id, second: Id, timeZone: TimeZone }),
  data: z.array(Compared),
} as const satisfies Endpoint
