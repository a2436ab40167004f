/** Publishing, unpublishing and scheduling of albums, podcasts, tracks and episodes, one by one or as a series; and
 * the countdown to an album, its public page before the release. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { ColorInfo, Id, Instant, PublishableType, TitleFit } from '#contract/fields.ts'
import { ReleaseMoment } from './releases.ts'
import { ALBUM_TRACKS_MAX, TrackInfo } from './tracks.ts'

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
    publishedAt: z.optional(z.nullable(ReleaseMoment)),
  }),
  data: z.object({
    contentId: Id,
    contentType: PublishableType,
    isDraft: z.boolean(),
    publishedAt: z.nullable(Instant),
    childrenIds: z.array(z.object({ id: Id })),
  }),
  fallback: fallbacks.publish,
  errors: ['parent-mismatch', 'nothing-ready', 'release-date-invalid', 'forbidden'],
} as const satisfies Endpoint

/** Longest series: two years of weekly episodes. */
export const SERIES_MAX = 104

export const publishOnDates = {
  method: 'POST',
  path: '/publish/dates',
  access: 'user',
  summary: 'Publishes tracks of one album, or episodes of one podcast, each on a date of its own; all of them or none',
  body: z.strictObject({
    parentId: Id,
    dates: z
      .array(z.strictObject({ contentId: Id, publishedAt: ReleaseMoment }))
      .check(z.minLength(1), z.maxLength(SERIES_MAX)),
  }),
  data: z.null(),
  fallback: fallbacks.publish,
  errors: ['parent-mismatch', 'nothing-ready', 'release-date-invalid', 'forbidden'],
} as const satisfies Endpoint

export const listComing = {
  method: 'GET',
  path: '/publish/coming',
  access: 'user',
  summary: 'What the caller has scheduled, next first; at most 200',
  data: z.array(
    z.object({
      contentId: Id,
      contentType: PublishableType,
      title: z.string(),
      /** The album or podcast of a track or an episode. */
      parent: z.nullable(z.object({ id: Id, title: z.string() })),
      artworkUrl: z.nullable(z.string()),
      publishedAt: Instant,
    }),
  ),
  fallback: fallbacks.publish,
} as const satisfies Endpoint

const ofAlbum = z.object({ albumId: Id })

export const getCountdown = {
  ...publicRead,
  path: '/albums/:albumId/countdown',
  summary: 'What the public may see of an album with a countdown before its release',
  params: ofAlbum,
  data: z.object({
    albumId: Id,
    title: z.string(),
    titleFit: TitleFit,
    artworkUrl: z.nullable(z.string()),
    colorInfo: z.nullable(ColorInfo),
    artist: z.object({ id: Id, name: z.string(), artistUrl: z.string() }),
    publishedAt: Instant,
    /** Those that play already. */
    tracks: z.array(TrackInfo),
    /** Of all tracks in order; empty unless the artist shows them. */
    titles: z.array(z.string()),
  }),
} as const satisfies Endpoint

const countdown = {
  hasCountdown: z.boolean(),
  showsTitles: z.boolean(),
  /** The tracks that can be played and paid before the release. */
  earlyTrackIds: z.array(Id).check(z.maxLength(ALBUM_TRACKS_MAX)),
}

export const getOwnCountdown = {
  method: 'GET',
  path: '/albums/:albumId/countdown/account',
  access: 'user',
  summary: 'The countdown to an album of the caller',
  params: ofAlbum,
  data: z.object(countdown),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const setCountdown = {
  method: 'PUT',
  path: '/albums/:albumId/countdown',
  access: 'user',
  summary: 'Gives an album with a future date a public page before its release, or removes that page',
  params: ofAlbum,
  body: z.strictObject(countdown),
  data: z.object(countdown),
  errors: ['forbidden', 'rule-broken', 'nothing-ready'],
} as const satisfies Endpoint
