/** The feed: releases and messages of the artists and podcasts that the caller follows here, newest first. Following is
 * in follows.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ColorInfo, ContentType, Id, Instant, CursorQuery } from '#contract/fields.ts'

export const FEED_PER_PAGE = 20
export const FEED_PER_PAGE_MAX = 50

/** The followed artist or podcast. */
const FeedSource = z.object({
  id: Id,
  type: z.enum(['artist', 'podcast']),
  name: z.string(),
  /** `artistUrl` or `podcastUrl`. */
  slug: z.string(),
  artworkUrl: z.nullable(z.string()),
})

export const FeedItem = z.object({
  /** Unique within the feed. */
  id: z.string(),
  /** `track` is a track added to an album that was already public; `message` is a comment or reply of the artist or
   * podcaster. */
  kind: z.enum(['album', 'track', 'episode', 'message']),
  /** When it was published or written. */
  at: Instant,
  source: FeedSource,
  /** What was released, or what the message is about. */
  content: z.object({
    id: Id,
    type: ContentType,
    title: z.string(),
    artworkUrl: z.nullable(z.string()),
    colorInfo: z.nullable(ColorInfo),
  }),
  /** The text of a message; null for releases. */
  text: z.nullable(z.string()),
})

export const listFeed = {
  method: 'GET',
  path: '/feed',
  access: 'user',
  summary: 'Releases of the artists, genres and podcasts that the caller follows, and messages of artists and podcasts',
  query: CursorQuery,
  data: z.object({
    items: z.array(FeedItem),
    /** Cursor of the next page; null on the last one. */
    nextBefore: z.nullable(z.string()),
    /** Whether the caller follows anyone. Distinguishes an empty feed without follows from one without releases. */
    isFollowing: z.boolean(),
  }),
} as const satisfies Endpoint
