/** Clips: videos of at most a minute of a track or episode, for sharing. Created on the server, one after another, and
 * deleted after a week. The file is not a call: `/clips/:clipId.mp4`, in server/clips/routes.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'

export const CLIP_SECONDS_MIN = 1
export const CLIP_SECONDS_MAX = 60

export const ClipShape = z.enum(['square', 'tall'])

export const Clip = z.object({
  clipId: Id,
  contentId: Id,
  startSeconds: z.int(),
  seconds: z.int(),
  shape: ClipShape,
  state: z.enum(['waiting', 'processing', 'finished', 'failed']),
  /** The progress, 0 to 1. */
  progress: z.number(),
  /** The path of the file; null until it is finished. */
  path: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  /** When it will be deleted. */
  expiresAt: Instant,
})

export const createClip = {
  method: 'POST',
  path: '/clips',
  access: 'public',
  summary: 'Creates a video of a part of a public track or episode; returns the existing one of the same part',
  body: z.strictObject({
    contentId: Id,
    startSeconds: z.int().check(z.minimum(0), z.maximum(43_200)),
    seconds: z.int().check(z.minimum(CLIP_SECONDS_MIN), z.maximum(CLIP_SECONDS_MAX)),
    shape: ClipShape,
  }),
  data: Clip,
  isUnseen: true,
  errors: ['content-gone', 'clips-forbidden', 'clips-unavailable', 'clip-range', 'too-many-requests'],
} as const satisfies Endpoint

export const getClip = {
  method: 'GET',
  path: '/clips/:clipId',
  access: 'public',
  summary: 'A clip, with its progress and the URL of its file',
  params: z.object({ clipId: Id }),
  data: Clip,
} as const satisfies Endpoint

export const getClipTerms = {
  method: 'GET',
  path: '/clips/terms/:contentId',
  access: 'public',
  summary: 'Whether clips of a track or episode may be created, and its duration',
  params: z.object({ contentId: Id }),
  data: z.object({ isAllowed: z.boolean(), durationSeconds: z.number() }),
  errors: ['content-gone'],
} as const satisfies Endpoint
