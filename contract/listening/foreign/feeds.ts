/** Podcasts and music of other servers, by their RSS feeds: subscriptions of the caller, and what is in the feeds. All texts are
 * those of the feed's author. Paying is in boosts.ts; our own feeds are not calls (docs/feeds.md). */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { FEED_ERRORS, FEED_URL_MAX } from '#contract/catalog/moving/feed-address.ts'
import { FormInteger, Id, Instant, text } from '#contract/fields.ts'

export const FOREIGN_FEEDS_MAX = 1_000
export const OPML_MAX = 1_000_000
export const ITEMS_PER_PAGE = 50

export const ForeignFeed = z.object({
  id: Id,
  title: z.string(),
  author: z.nullable(z.string()),
  description: z.nullable(z.string()),
  linkUrl: z.nullable(z.string()),
  /** Stored here, in the sizes of artwork. */
  artworkUrl: z.nullable(z.string()),
  /** As the feed says: `podcast`, `music`, or `musicL` for a playlist of items of other feeds. */
  medium: z.string(),
  /** Null until it was read for the first time. */
  fetchedAt: z.nullable(Instant),
  /** Why it could not be read the last time. */
  problem: z.nullable(z.string()),
})

export const ForeignItem = z.object({
  id: Id,
  /** Null when the caller may not read the whole feed, only this item, because it is in a playlist here. */
  feedId: z.nullable(Id),
  /** The title and artwork of its own feed, also in a playlist. */
  feedTitle: z.string(),
  /** The host of its feed. */
  site: z.string(),
  artworkUrl: z.nullable(z.string()),
  title: z.string(),
  description: z.nullable(z.string()),
  linkUrl: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  /** Seconds, as the feed says. */
  duration: z.nullable(z.int()),
  /** On the server of the feed. */
  audioUrl: z.string(),
  /** The feed names a recipient that can be paid here. */
  isPayable: z.boolean(),
  /** The feed is gone, or no longer lists it. It may still play. */
  isGone: z.boolean(),
})

export const listForeignFeeds = {
  method: 'GET',
  path: '/foreign/feeds',
  access: 'user',
  summary: 'The feeds of other servers that the caller has added, by title',
  data: z.array(z.extend(ForeignFeed, { url: z.string() })),
} as const satisfies Endpoint

/** Longer than the server reads a feed and then its image. */
const ADD_TIMEOUT_MS = 35_000

export const addForeignFeed = {
  method: 'POST',
  path: '/foreign/feeds',
  access: 'user',
  summary: 'Reads a feed of another server and adds it to those of the caller; idempotent',
  body: z.strictObject({ url: text(FEED_URL_MAX) }),
  data: ForeignFeed,
  errors: [...FEED_ERRORS, 'library-full'],
  timeoutMs: ADD_TIMEOUT_MS,
} as const satisfies Endpoint

export const importForeignFeeds = {
  method: 'POST',
  path: '/foreign/opml',
  access: 'user',
  summary: 'Adds the feeds that an OPML file lists; they are read afterwards',
  body: z.strictObject({ opml: text(OPML_MAX) }),
  data: z.object({
    added: z.int(),
    /** Lines without a usable address, or beyond the limit. */
    refused: z.int(),
  }),
  errors: ['feed-unreadable'],
} as const satisfies Endpoint

export const removeForeignFeed = {
  method: 'DELETE',
  path: '/foreign/feeds/:feedId',
  access: 'user',
  summary: 'Removes a feed of another server from those of the caller; idempotent',
  params: z.object({ feedId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const getForeignFeed = {
  method: 'GET',
  path: '/foreign/feeds/:feedId',
  access: 'user',
  summary: 'A feed that the caller has added, with its items as the feed orders them',
  params: z.object({ feedId: Id }),
  query: z.object({ after: z.optional(FormInteger) }),
  data: z.object({
    feed: ForeignFeed,
    items: z.array(ForeignItem),
    nextAfter: z.nullable(z.int()),
  }),
} as const satisfies Endpoint

export const getForeignItem = {
  method: 'GET',
  path: '/foreign/items/:itemId',
  access: 'user',
  summary: 'An item of a feed that the caller has added, of one in a playlist of such a feed, or in a playlist here',
  params: z.object({ itemId: Id }),
  data: ForeignItem,
} as const satisfies Endpoint
