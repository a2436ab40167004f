/** One message across a page: the one sent with the largest zap of the last seven days. */
import * as z from 'zod/mini'
import { TrackInfo } from '#contract/catalog/tracks.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Id, Instant, TitleFit } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'

/** The length of a message that is shown across a page, in characters. */
export const QUOTE_MIN = 8
export const QUOTE_MAX = 60

export const getQuote = {
  ...publicRead,
  path: '/quote',
  summary: 'The message with the largest zap to a track in the last seven days, of all artists or of one',
  query: z.object({ artistId: z.optional(Id) }),
  data: z.object({
    quote: z.nullable(
      z.object({
        commentId: Id,
        message: z.string(),
        messageFit: TitleFit,
        /** Null for authors without an account here and for anonymous ones. `name` is part of the profile's URL. */
        name: z.nullable(z.string()),
        displayName: z.nullable(z.string()),
        commenterArtworkUrl: z.nullable(z.string()),
        msatAmount: Msat,
        /** The position, in seconds. */
        contentTime: z.nullable(z.int()),
        createdAt: Instant,
        track: TrackInfo,
      }),
    ),
  }),
} as const satisfies Endpoint
