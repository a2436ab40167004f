/** The newest zaps of the server or of one content, as everybody may see them: a list, and a stream of those that arrive.
 * For the ticker and for growing horizons. Zaps with their positions are in horizon.ts, messages in
 * community/comments.ts. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { ContentType, Id, Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

/** How many the list has. */
export const LATEST_ZAPS = 12

export const ZapNews = z.object({
  /** The id of the payment. */
  id: Id,
  contentId: Id,
  contentType: ContentType,
  /** The content, and its artist or owner. */
  title: z.string(),
  artist: z.string(),
  artworkUrl: z.nullable(z.string()),
  /** The artist that the content belongs to; null for podcasts. */
  artistId: z.nullable(Id),
  /** The album or podcast that the content is part of. */
  parentId: z.nullable(Id),
  /** The second of the track or episode at which it was sent. */
  atSeconds: z.nullable(z.int()),
  msatAmount: Msat,
  settledAt: Instant,
  /** The payer, if they sent a message under their name; null otherwise, and after moderation hid it. */
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  message: z.nullable(z.string()),
})

export const listLatestZaps = {
  ...publicRead,
  path: '/zaps/latest',
  summary: 'The newest zaps to public content, newest first; with contentId, those to it and to what it contains',
  query: z.object({ contentId: z.optional(Id) }),
  data: z.array(ZapNews),
} as const satisfies Endpoint

export const watchZaps = {
  method: 'GET',
  path: '/zaps/live',
  access: 'public',
  summary: 'Zaps to public content as server-sent events; with contentId, those to it and to what it contains',
  query: z.object({ contentId: z.optional(Id) }),
  data: z.null(),
  events: ZapNews,
} as const satisfies Endpoint
