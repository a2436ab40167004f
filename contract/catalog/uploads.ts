/** Uploads of audio: their progress, tags and original file, and an account's storage space. Starting one:
 * createTrack and createEpisode return the URL to PUT the file to. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { PerformerRole } from '#contract/performer-roles.ts'
import { FormInteger, Hex32, Id, text, TITLE_MAX } from '#contract/fields.ts'

/** The tags of the file, for prefilling a form; each is null if nothing usable is present. */
export const AudioTags = z.object({
  /** Without guests, who are among the performers. */
  title: z.nullable(z.string()),
  /** The main performers. */
  artist: z.nullable(z.string()),
  album: z.nullable(z.string()),
  albumArtist: z.nullable(z.string()),
  trackNumber: z.nullable(z.int()),
  discNumber: z.nullable(z.int()),
  discTitle: z.nullable(z.string()),
  genre: z.nullable(z.string()),
  year: z.nullable(z.int()),
  /** A year, month or day: the tag of the original date, else of the date. */
  originalDate: z.nullable(z.string()),
  label: z.nullable(z.string()),
  copyright: z.nullable(z.string()),
  /** Twelve capital letters and digits. */
  isrc: z.nullable(z.string()),
  /** Plain text or LRC. */
  lyrics: z.nullable(z.string()),
  /** Without duplicates. */
  composers: z.array(z.string()),
  lyricists: z.array(z.string()),
  performers: z.array(z.object({ name: z.string(), role: PerformerRole })),
  /** A URL of the embedded image, valid for an hour, as JPEG. Send it back as `artwork` of an album. */
  pictureUrl: z.nullable(z.string()),
})

/** The accepted file extensions. */
export const AUDIO_EXTENSION = /^(mp3|wav|flac|aif|aiff|m4a|aac|ogg|opus)$/
export const AudioExtension = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(AUDIO_EXTENSION, 'audio-extension-unsupported'))

/** The file to be sent. To resume an interrupted upload, a client compares the file chosen again with this. */
export const AnnouncedFile = z.strictObject({
  name: text(TITLE_MAX),
  sizeBytes: z.int().check(z.minimum(0)),
  modifiedAt: z.iso.datetime(),
  /** A hash of parts of the file, which the client chooses: a file with another one is another file. */
  sample: z.optional(Hex32),
})
export type AnnouncedFile = z.infer<typeof AnnouncedFile>
export const KnownFile = z.object(AnnouncedFile.shape)

const UploadState = z.enum(['awaiting-upload', 'uploaded', 'processing', 'finished', 'failed'])

export const Upload = z.object({
  uploadId: Id,
  state: UploadState,
  /** The finished share of processing, 0 to 1. */
  progress: z.number(),
  /** How many bytes have arrived. An interrupted upload resumes from there. */
  receivedBytes: z.int(),
  /** Why the file could not be used, in a message for the artist. */
  reason: z.nullable(z.string()),
  /** The same as a code of contract/audio-refusals.ts. */
  reasonCode: z.nullable(z.string()),
  /** Seconds; null while unknown. */
  duration: z.nullable(z.number()),
  /** Null until they have been read. */
  tags: z.nullable(AudioTags),
})

const params = z.object({ uploadId: Id })

const OpenUpload = z.object({
  uploadId: Id,
  state: UploadState,
  progress: z.number(),
  receivedBytes: z.int(),
  /** Null when nothing was announced. */
  file: z.nullable(KnownFile),
  /** 1 is next; null unless it is waiting to be processed. */
  queuePlace: z.nullable(z.int()),
})

export const OPEN_UPLOADS_MAX = 500

export const listOpenUploads = {
  method: 'GET',
  path: '/uploads/open',
  access: 'user',
  summary: 'Unfinished uploads of the caller, newest first: the bytes received, and the place in the queue',
  data: z.array(OpenUpload),
} as const satisfies Endpoint

export const getUpload = {
  method: 'GET',
  path: '/uploads/:uploadId',
  access: 'user',
  summary: 'The progress of an upload of the caller, and the tags of its file',
  params,
  data: Upload,
} as const satisfies Endpoint

/** Has an effect only when the server died between storing a file and recording it. */
export const completeUpload = {
  method: 'POST',
  path: '/uploads/:uploadId/complete',
  access: 'user',
  summary: 'Reports that the whole file has been sent',
  params,
  data: Upload,
  errors: ['upload-incomplete', 'upload-quota-reached'],
} as const satisfies Endpoint

export const renewUpload = {
  method: 'POST',
  path: '/uploads/:uploadId/renew',
  access: 'user',
  summary: 'A new URL for an upload whose URL expired before the file had arrived',
  params,
  data: z.object({ uploadId: Id, presignedUrl: z.string() }),
  errors: ['conflict', 'storage-full', 'upload-quota-reached'],
  isSecret: true,
} as const satisfies Endpoint

export const getOriginal = {
  method: 'GET',
  path: '/uploads/:uploadId/original',
  access: 'user',
  summary: 'A URL to download the original file of the caller, valid for some minutes',
  params,
  data: z.object({ url: z.string() }),
} as const satisfies Endpoint

export const getStorage = {
  method: 'GET',
  path: '/uploads',
  access: 'user',
  summary: 'How much storage the uploads of the caller use, and the quota',
  data: z.object({ usedBytes: z.int(), limitBytes: z.int() }),
} as const satisfies Endpoint

/** How many bytes of the start and of the end of a file nearly always contain its tags. */
export const TAG_HEAD_BYTES = 2 ** 20
export const TAG_TAIL_BYTES = 2 ** 18

export const readTags = {
  method: 'POST',
  path: '/uploads/tags',
  access: 'user',
  summary: 'Reads the tags of a file before it is uploaded, from its beginning and its end',
  isForm: true,
  body: z.strictObject({
    /** The start and the end of the file, concatenated. */
    sample: z.file(),
    /** How many bytes of it are from the start. */
    headBytes: FormInteger,
    /** The size of the whole file. */
    sizeBytes: FormInteger,
  }),
  data: z.object({ tags: AudioTags }),
  isSecret: true,
} as const satisfies Endpoint

/** The upload id in a presigned URL. */
export function uploadIdOf(presignedUrl: string): string | null {
  return /\/incoming\/([0-9a-f-]{36})\.[a-z0-9]{1,8}(\?|$)/.exec(presignedUrl)?.[1] ?? null
}
