/** The albums that a user has not published yet, and what each of them lacks. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'
import { KnownFile } from '#contract/catalog/uploads.ts'

export const DRAFTS_MAX = 200

/** A price may be missing: the album is complete without it. */
const lacks = ['tracks', 'files', 'failed', 'cover', 'date', 'disc', 'duplicate', 'price'] as const
export type Lack = (typeof lacks)[number]

export const listDrafts = {
  method: 'GET',
  path: '/albums/drafts',
  access: 'user',
  summary: 'Unpublished albums of the caller, and what they lack; at most 200',
  data: z.array(
    z.object({
      id: Id,
      title: z.string(),
      artist: z.string(),
      artworkUrl: z.nullable(z.string()),
      originalDate: z.nullable(z.string()),
      lacks: z.array(z.enum(lacks)),
      isComplete: z.boolean(),
      tracks: z.array(
        z.object({
          id: Id,
          title: z.string(),
          uploadId: z.nullable(Id),
          state: z.enum(['awaiting', 'preparing', 'ready', 'failed']),
          /** The file that the client announced for upload. */
          file: z.nullable(KnownFile),
        }),
      ),
    }),
  ),
} as const satisfies Endpoint
