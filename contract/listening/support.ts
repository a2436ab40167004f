/** Who supported an artist or a release: names that are public because of a message, what the caller sent, and an
 * artist's year by week. For display only; statements are in contract/payments. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Id, Instant, CursorQuery } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

export const YEAR_WEEKS = 52
export const YEAR_FACES = 5
export const SUPPORTERS_PER_PAGE = 24
export const SUPPORTERS_PER_PAGE_MAX = 60

export const getArtistYear = {
  method: 'GET',
  path: '/artists/:artistId/year',
  access: 'public',
  cacheSeconds: 60,
  summary:
    'What an artist and everything of theirs received in each of the last 52 weeks, and the largest zaps with a message',
  params: z.object({ artistId: Id }),
  data: z.object({
    /** Oldest first, also weeks without anything. The last one is the current week. */
    weeks: z.array(
      z.object({
        /** The Monday on which it starts, in UTC. */
        startsOn: z.iso.date(),
        msatAmount: Msat,
      }),
    ),
    /** The largest zap with a visible message of a week; of the weeks with the largest ones. */
    faces: z.array(
      z.object({
        /** The id of the payment. */
        id: Id,
        /** The place of its week in `weeks`. */
        week: z.int(),
        msatAmount: Msat,
        /** Null for an anonymous one. */
        name: z.nullable(z.string()),
        displayName: z.nullable(z.string()),
        artworkUrl: z.nullable(z.string()),
        message: z.string(),
      }),
    ),
  }),
} as const satisfies Endpoint

export const listContentSupporters = {
  ...publicRead,
  path: '/supporters/:contentId',
  summary:
    'Users who sent a zap with a message under their name to an artist or album; by what they sent, or the newest first',
  params: z.object({ contentId: Id }),
  query: z.object({
    sort: z.optional(z.enum(['top', 'new'])),
    ...CursorQuery.shape,
  }),
  data: z.object({
    supporters: z.array(
      z.object({
        userId: Id,
        name: z.string(),
        displayName: z.nullable(z.string()),
        artworkUrl: z.nullable(z.string()),
        /** Of the zaps with a visible message. */
        msatTotal: Msat,
        lastAt: Instant,
      }),
    ),
    nextBefore: z.nullable(z.string()),
    /** All other zaps: without a message, anonymous, or from other wallets. */
    unnamed: z.object({ zapCount: z.int(), msatTotal: Msat }),
  }),
} as const satisfies Endpoint

export const getOwnSupport = {
  method: 'GET',
  path: '/supporters/:contentId/mine',
  access: 'user',
  summary: 'What the caller has sent to a content and everything in it, anonymously or not',
  params: z.object({ contentId: Id }),
  data: z.object({
    msatTotal: Msat,
    zapCount: z.int(),
    /** Of the first zap. */
    since: z.nullable(Instant),
  }),
} as const satisfies Endpoint
