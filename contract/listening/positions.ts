/** The position at which a user stopped listening to an episode, so that their other devices resume there. What counts
 * as a play is in contract/listening/plays.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormInteger, Id, Instant } from '#contract/fields.ts'
import { Episode } from '#contract/catalog/episodes.ts'

export const POSITIONS_PER_PUT = 50
export const POSITIONS_PER_PAGE = 20
export const POSITIONS_PER_PAGE_MAX = 100
/** 12 hours, the longest possible upload, plus a margin. */
const SECONDS_MAX = 50_000

export const listPositions = {
  method: 'GET',
  path: '/positions',
  access: 'user',
  summary: 'The episodes that the caller has started, last heard first, with the position in seconds',
  query: z.object({
    /** Only this episode. */
    contentId: z.optional(Id),
    limit: z.optional(FormInteger),
    /** 'true': exclude finished episodes. */
    unfinished: z.optional(z.string()),
  }),
  data: z.array(
    z.object({
      contentId: Id,
      positionSeconds: z.number(),
      /** Heard to the end, or to the last half minute. */
      isFinished: z.boolean(),
      listenedAt: Instant,
      /** Null for an item of a foreign feed, of which only the id is returned. */
      episode: z.nullable(Episode),
    }),
  ),
} as const satisfies Endpoint

export const putPositions = {
  method: 'PUT',
  isUnseen: true,
  path: '/positions',
  access: 'user',
  summary: 'Saves resume positions. A later position of another device stays; episodes that do not exist are ignored',
  body: z.strictObject({
    positions: z
      .array(
        z.strictObject({
          contentId: Id,
          positionSeconds: z.number().check(z.minimum(0), z.maximum(SECONDS_MAX)),
          listenedAt: Instant,
        }),
      )
      .check(z.minLength(1), z.maxLength(POSITIONS_PER_PUT)),
  }),
  data: z.object({ noted: z.int() }),
} as const satisfies Endpoint
