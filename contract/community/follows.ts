/** Following artists and podcasts, to be notified of their releases. The list of follows is also in the library. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'

export const Following = z.object({
  contentId: Id,
  contentType: z.enum(['artist', 'podcast']),
  isFollowing: z.boolean(),
  followerCount: z.int(),
})

export const follow = {
  method: 'POST',
  path: '/follows',
  access: 'user',
  summary:
    'Follows an artist or a podcast: the caller is notified of its releases, and it can write to the caller. Idempotent',
  body: z.strictObject({ contentId: Id }),
  data: Following,
  errors: ['library-full'],
} as const satisfies Endpoint

export const unfollow = {
  method: 'DELETE',
  path: '/follows/:contentId',
  access: 'user',
  summary: 'Unfollows an artist or a podcast',
  params: z.object({ contentId: Id }),
  data: Following,
} as const satisfies Endpoint

export const countFollowers = {
  ...publicRead,
  path: '/follows/:contentId',
  summary: 'The number of followers of an artist or a podcast; who they are is private, unless they allow it',
  params: z.object({ contentId: Id }),
  data: z.object({ followerCount: z.int() }),
} as const satisfies Endpoint
