/** Transcripts of episodes: uploaded as a file, returned by line. Feeds link to them as files (docs/feeds.md). */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Id } from '#contract/fields.ts'

export const TRANSCRIPT_MAX_BYTES = 5_000_000

export const Transcript = z.object({
  /** Ordered by time; times are in seconds. */
  lines: z.array(
    z.object({ startTime: z.number(), endTime: z.number(), speaker: z.optional(z.string()), text: z.string() }),
  ),
})

export const getTranscript = {
  ...publicRead,
  path: '/episodes/:episodeId/transcript',
  summary: 'The transcript of an episode; without lines if there is none',
  params: z.object({ episodeId: Id }),
  data: Transcript,
} as const satisfies Endpoint

export const setTranscript = {
  method: 'POST',
  path: '/episodes/:episodeId/transcript',
  access: 'user',
  summary: 'Replaces the transcript of an episode by a file: WebVTT, SRT, or JSON of Podcasting 2.0, in UTF-8',
  params: z.object({ episodeId: Id }),
  isForm: true,
  body: z.strictObject({ transcript: z.file() }),
  data: Transcript,
  errors: ['forbidden', 'rule-broken', 'transcript-invalid', 'transcript-encoding', 'transcript-too-long'],
} as const satisfies Endpoint

export const deleteTranscript = {
  method: 'DELETE',
  path: '/episodes/:episodeId/transcript',
  access: 'user',
  summary: 'Deletes the transcript of an episode',
  params: z.object({ episodeId: Id }),
  data: Transcript,
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint
