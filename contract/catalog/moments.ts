/** Timed content of audio: artwork that changes while a track plays, chapters of an episode, and the
 * images of both. Time splits share money and are in splits.ts. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { Id, LINK_MAX, TITLE_MAX, text } from '#contract/fields.ts'

export const SEGMENTS_MAX = 100
export const CHAPTERS_MAX = 300
/** Longer than any audio that is accepted. */
const LAST_SECOND = 50_000
/** URLs of images that are stored here. */
const PICTURE_URL_MAX = 2_000

const seconds = z.number().check(z.minimum(0), z.maximum(LAST_SECOND))
const pictureUrl = z.string().check(z.trim(), z.minLength(1), z.maxLength(PICTURE_URL_MAX))

/** Starts at `startTime` and lasts `duration`, both in seconds. */
const Segment = z.object({ artworkUrl: z.string(), startTime: z.number(), duration: z.number() })
const NewSegment = z.strictObject({
  artworkUrl: pictureUrl,
  startTime: seconds,
  duration: z.number().check(z.gt(0), z.maximum(LAST_SECOND)),
})

export const getArtworkSegments = {
  ...publicRead,
  path: '/tracks/:trackId/artwork-segments',
  summary: 'The timed artwork of a track, ordered by time; outside of the segments it shows the artwork of its album',
  params: z.object({ trackId: Id }),
  data: z.array(Segment),
} as const satisfies Endpoint

export const setArtworkSegments = {
  method: 'PUT',
  path: '/tracks/:trackId/artwork-segments',
  access: 'user',
  summary:
    'Replaces the timed artwork of a track; segments may not overlap. Pictures are uploaded with addContentPicture',
  params: z.object({ trackId: Id }),
  body: z.array(NewSegment).check(z.maxLength(SEGMENTS_MAX)),
  data: z.array(Segment),
  errors: ['forbidden', 'rule-broken', 'picture-unknown'],
} as const satisfies Endpoint

const Chapter = z.object({
  startTime: z.number(),
  title: z.string(),
  href: z.optional(z.string()),
  artworkUrl: z.optional(z.string()),
})
const NewChapter = z.strictObject({
  startTime: seconds,
  title: text(TITLE_MAX),
  /** A web URL; '' and null for none. */
  href: z.optional(
    z.nullable(
      z.string().check(
        z.trim(),
        z.maxLength(LINK_MAX),
        z.refine((href) => href === '' || (/^https?:\/\//i.test(href) && URL.canParse(href)), 'a web URL'),
      ),
    ),
  ),
  artworkUrl: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(PICTURE_URL_MAX)))),
})

export const getChapters = {
  ...publicRead,
  path: '/episodes/:episodeId/chapters',
  summary: 'The chapters of an episode, ordered by time; seconds may have fractions',
  params: z.object({ episodeId: Id }),
  data: z.array(Chapter),
} as const satisfies Endpoint

export const setChapters = {
  method: 'PUT',
  path: '/episodes/:episodeId/chapters',
  access: 'user',
  summary: 'Replaces the chapters of an episode; no two may begin at the same time',
  params: z.object({ episodeId: Id }),
  body: z.array(NewChapter).check(z.maxLength(CHAPTERS_MAX)),
  data: z.array(Chapter),
  errors: ['forbidden', 'rule-broken', 'picture-unknown'],
} as const satisfies Endpoint

export const addContentPicture = {
  method: 'POST',
  path: '/content/:contentId/pictures',
  access: 'user',
  summary: 'Uploads an image for timed artwork, an episode or its chapters, and returns its URL',
  params: z.object({ contentId: Id }),
  isForm: true,
  body: z.strictObject({ artwork: z.file() }),
  data: z.object({ artworkUrl: z.string() }),
  errors: ['forbidden', 'picture-invalid', 'rule-broken'],
} as const satisfies Endpoint
