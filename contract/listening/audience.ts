/** The audience of the caller's content: who listens is not stored, only how many. Days are those of a time zone; listeners
 * and countries are counted by days in UTC. Earnings are in contract/listening/stats.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'
import { PlaySource } from '#contract/play-sources.ts'
import { Range } from './stats.ts'

const TIME_ZONE_MAX = 64

/** An IANA name such as Europe/Berlin; UTC if absent. */
export const TimeZone = z.optional(z.string().check(z.regex(/^[A-Za-z][\w+/-]*$/), z.maxLength(TIME_ZONE_MAX)))

export const getAudience = {
  method: 'GET',
  path: '/stats/music/audience',
  access: 'user',
  summary:
    'Plays by day (by hour if the range is one day), listeners and followers in the range, and in the time before it',
  query: z.extend(Range, {
    timeZone: TimeZone,
    artistId: z.optional(Id),
    releaseId: z.optional(Id),
    source: z.optional(PlaySource),
  }),
  data: z.object({
    playTotal: z.int(),
    /** In as much time right before the range. If the range ends today, both end at the same time of day. */
    playsBefore: z.int(),
    /** Each month is counted separately. Null with a source. `month` (YYYY-MM) is the last month with at least 16 days up to the
     * end of the range; `ofMonth` are its listeners, `regular` those who listened in both of its halves. */
    listeners: z.nullable(
      z.object({ total: z.int(), before: z.int(), month: z.string(), ofMonth: z.int(), regular: z.int() }),
    ),
    /** Those of now, of whom so many were added in the range, and in the time before. */
    growth: z.array(
      z.object({
        kind: z.enum(['follower', 'save', 'playlist']),
        total: z.int(),
        gained: z.int(),
        gainedBefore: z.int(),
      }),
    ),
    /** The plays of each day, or of each hour of a single day. */
    points: z.array(z.int()),
    /** With a source, sources only. Of contents the ten that changed most. */
    parts: z.array(
      z.object({
        kind: z.enum(['source', 'country', 'content']),
        /** A source, a country (ISO 3166-1; empty: those with fewer than 5 plays), or the id of a content. */
        key: z.string(),
        /** Of a content; otherwise empty. */
        title: z.string(),
        playTotal: z.int(),
        playsBefore: z.int(),
      }),
    ),
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
