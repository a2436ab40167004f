/** Preview links: addresses that play an album, a track or an episode, also before it is public, for press and friends. What is
 * played there counts nowhere but for the link. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, TITLE_MAX, text } from '#contract/fields.ts'

/** Per content, expired and revoked ones included. */
export const PREVIEW_LINKS_MAX = 200
export const PREVIEW_DAYS_MAX = 366
export const PREVIEW_PLAYS_MAX = 1_000_000

const PreviewLink = z.object({
  linkId: Id,
  /** Whom it is for. */
  name: z.string(),
  expiresAt: Instant,
  /** Null: without a limit. */
  playsMax: z.nullable(z.int()),
  hasDownload: z.boolean(),
  openCount: z.int(),
  playCount: z.int(),
  isRevoked: z.boolean(),
  createdAt: Instant,
})

export const listPreviewLinks = {
  method: 'GET',
  path: '/preview-links/:contentId',
  access: 'user',
  summary: 'The preview links of an album, a track or an episode of the caller, newest first',
  params: z.object({ contentId: Id }),
  data: z.array(PreviewLink),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const createPreviewLink = {
  method: 'POST',
  path: '/preview-links/:contentId',
  access: 'user',
  summary: 'Makes a preview link',
  params: z.object({ contentId: Id }),
  body: z.strictObject({
    name: text(TITLE_MAX),
    expiresAt: Instant,
    playsMax: z.nullable(z.int().check(z.minimum(1), z.maximum(PREVIEW_PLAYS_MAX))),
    /** Files for download name the link in their comment. */
    hasDownload: z.boolean(),
  }),
  /** `url` is returned only here. */
  data: z.extend(PreviewLink, { url: z.string() }),
  errors: ['forbidden', 'rule-broken'],
  isSecret: true,
  isUnseen: true,
} as const satisfies Endpoint

export const revokePreviewLink = {
  method: 'DELETE',
  path: '/preview-links/:contentId/:linkId',
  access: 'user',
  summary: 'Revokes a preview link',
  params: z.object({ contentId: Id, linkId: Id }),
  data: z.null(),
  errors: ['forbidden'],
} as const satisfies Endpoint

const CLOSED = ['preview-expired', 'preview-revoked', 'preview-used-up'] as const
const ofToken = z.object({ token: z.string().check(z.maxLength(64)) })

export const getPreview = {
  method: 'GET',
  path: '/previews/:token',
  access: 'public',
  summary: 'What a preview link plays',
  params: ofToken,
  data: z.object({
    contentId: Id,
    title: z.string(),
    /** The artist or podcast. */
    artist: z.string(),
    artworkUrl: z.nullable(z.string()),
    /** The name of the link. */
    name: z.string(),
    expiresAt: Instant,
    /** Null: without a limit. */
    playsMax: z.nullable(z.int()),
    playsLeft: z.nullable(z.int()),
    items: z.array(
      z.object({
        id: Id,
        title: z.string(),
        seconds: z.number(),
        /** Valid for some hours. Empty unless the link permits downloads, and while the files are being made. */
        files: z.array(z.object({ format: z.enum(['flac', 'mp3']), path: z.string() })),
      }),
    ),
  }),
  errors: CLOSED,
} as const satisfies Endpoint

export const countPreviewOpen = {
  method: 'POST',
  path: '/previews/:token/opens',
  access: 'public',
  summary: 'Counts that the page of a preview link was opened',
  params: ofToken,
  data: z.null(),
  errors: CLOSED,
  isUnseen: true,
} as const satisfies Endpoint

export const playPreview = {
  method: 'POST',
  path: '/previews/:token/plays',
  access: 'public',
  summary:
    'Counts a play of a preview link, and returns the path of the audio, which is valid for some hours and ends with its link',
  params: ofToken,
  body: z.strictObject({ itemId: Id }),
  /** Of the last play, the path is valid for as long as the audio lasts, and a minute. */
  data: z.object({ path: z.string(), playsLeft: z.nullable(z.int()) }),
  errors: CLOSED,
  isSecret: true,
  isUnseen: true,
} as const satisfies Endpoint
