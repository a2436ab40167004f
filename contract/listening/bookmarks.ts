/** Bookmarks: positions in tracks and episodes that a user saves, with an optional note. Resume positions of episodes
 * are positions.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Episode } from '#contract/catalog/episodes.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'
import { Id, Instant, optionalText, CursorQuery } from '#contract/fields.ts'

export const BOOKMARK_NOTE_MAX = 280
/** The maximum number per user. */
export const BOOKMARKS_MAX = 2_000
export const BOOKMARKS_PER_PAGE = 50
export const BOOKMARKS_PER_PAGE_MAX = 100
/** 12 hours, the longest possible upload, plus a margin. */
const SECONDS_MAX = 50_000

const saved = {
  id: Id,
  contentId: Id,
  positionSeconds: z.int(),
  note: z.nullable(z.string()),
  createdAt: Instant,
}

export const listBookmarks = {
  method: 'GET',
  path: '/bookmarks',
  access: 'user',
  summary: 'The bookmarks of the caller, newest first; with `contentId` those of one track or episode, by position',
  query: z.object({ contentId: z.optional(Id), ...CursorQuery.shape }),
  data: z.object({
    bookmarks: z.array(
      z.object({
        ...saved,
        /** One of the two; both are null when it can no longer be played. */
        track: z.nullable(TrackInfo),
        episode: z.nullable(Episode),
      }),
    ),
    nextBefore: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export const addBookmark = {
  method: 'POST',
  path: '/bookmarks',
  access: 'user',
  summary: 'Saves a position in a public track or episode. The same second again replaces the note',
  body: z.strictObject({
    contentId: Id,
    positionSeconds: z.int().check(z.minimum(0), z.maximum(SECONDS_MAX)),
    note: optionalText(BOOKMARK_NOTE_MAX),
  }),
  data: z.object(saved),
  errors: ['library-full'],
} as const satisfies Endpoint

export const deleteBookmark = {
  method: 'DELETE',
  path: '/bookmarks/:bookmarkId',
  access: 'user',
  summary: 'Deletes a bookmark of the caller; idempotent',
  params: z.object({ bookmarkId: Id }),
  data: z.null(),
} as const satisfies Endpoint
