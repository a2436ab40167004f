/** Publishing, unpublishing and scheduling of albums, podcasts, tracks and episodes. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { Id, Instant, PublishableType } from '#contract/fields.ts'

export const publish = {
  method: 'POST',
  path: '/publish/:contentId',
  access: 'user',
  summary: 'Publishes (or, with isDraft true, hides) content; a future publishedAt schedules it',
  params: z.object({ contentId: Id }),
  body: z.strictObject({
    contentType: z.optional(PublishableType),
    albumId: z.optional(Id),
    podcastId: z.optional(Id),
    isDraft: z.optional(z.boolean()),
    publishedAt: z.optional(z.nullable(Instant)),
  }),
  data: z.object({
    contentId: Id,
    contentType: PublishableType,
    isDraft: z.boolean(),
    publishedAt: z.nullable(Instant),
    childrenIds: z.array(z.object({ id: Id })),
  }),
  fallback: fallbacks.publish,
  errors: ['parent-mismatch', 'nothing-ready', 'forbidden'],
} as const satisfies Endpoint
