/** What one user may like next: radios, lists made for them, followed genres, and suggestions for new users. */
import * as z from 'zod/mini'
import { Artist } from '#contract/catalog/artists.ts'
import { Classification } from '#contract/catalog/meta.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import {
  ClassificationNumber,
  ColorInfo,
  FormBoolean,
  FormInteger,
  Id,
  Instant,
  TitleFit,
  LimitQuery,
} from '#contract/fields.ts'

/** A radio repeats no track within this many tracks. */
export const RADIO_NO_REPEAT = 100
/** A radio repeats no artist within this many tracks. */
export const RADIO_ARTIST_SPACING = 5
export const RADIO_PAGE_MAX = 50
const SEED_MAX = 2 ** 31 - 1

export const getRadio = {
  ...publicRead,
  path: '/radio',
  summary:
    'Tracks similar to a track, an artist or a genre, a page at a time; the same request returns the same tracks while the catalogue is unchanged',
  query: z.object({
    /** The id of a track or an artist, or the number of a genre. */
    from: z.union([Id, ClassificationNumber]),
    /** `next` of the page before. */
    after: z.optional(z.string().check(z.regex(/^\d{1,10}\.\d{1,5}$/))),
    /** For another order: any number. */
    seed: z.optional(FormInteger.check(z.maximum(SEED_MAX))),
    limit: z.optional(FormInteger),
    /** `false`: without explicit tracks. */
    explicit: z.optional(FormBoolean),
  }),
  data: z.object({
    /** The name of the track, artist or genre. */
    title: z.string(),
    tracks: z.array(TrackInfo),
    /** Null when there are no more similar tracks. */
    next: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

/** A genre in the colours of the release in it that received most. */
export const GenreBlock = z.extend(Classification, {
  nameFit: TitleFit,
  colorInfo: z.nullable(ColorInfo),
  artworkUrl: z.nullable(z.string()),
  /** That release. */
  albumId: z.nullable(Id),
})

export const listGenreBlocks = {
  method: 'GET',
  path: '/genres',
  access: 'public',
  cacheSeconds: 60,
  summary: 'The genres that have releases, by name, each with the colours of its best-known release',
  data: z.array(GenreBlock),
} as const satisfies Endpoint

export const listGenreArtists = {
  ...publicRead,
  path: '/genres/:genreId/artists',
  summary: 'The artists of a genre, those that received most first',
  params: z.object({ genreId: ClassificationNumber }),
  query: LimitQuery,
  data: z.array(Artist),
} as const satisfies Endpoint

/** Follows are private. */
export const FollowedGenres = z.object({ genreIds: z.array(z.int()) })

export const listFollowedGenres = {
  method: 'GET',
  path: '/genre-follows',
  access: 'user',
  summary: 'The genres that the caller follows, the newest first',
  data: FollowedGenres,
} as const satisfies Endpoint

export const followGenre = {
  method: 'PUT',
  path: '/genre-follows/:genreId',
  access: 'user',
  summary: 'Follows a genre: its releases appear in the feed of the caller. Idempotent',
  params: z.object({ genreId: ClassificationNumber }),
  data: FollowedGenres,
} as const satisfies Endpoint

export const unfollowGenre = {
  method: 'DELETE',
  path: '/genre-follows/:genreId',
  access: 'user',
  summary: 'Unfollows a genre. Idempotent',
  params: z.object({ genreId: ClassificationNumber }),
  data: FollowedGenres,
} as const satisfies Endpoint

export const forYouKinds = ['week', 'new', 'rediscover'] as const

/** Why a track is in a list: what the caller did, and with what (the name of an artist or genre). */
export const TasteReason = z.object({
  kind: z.enum(['liked', 'played', 'zapped', 'followed', 'similar', 'genre']),
  name: z.string(),
})

export const getForYou = {
  method: 'GET',
  path: '/for-you',
  access: 'user',
  summary: 'Lists based on what the caller likes, plays and zaps; computed for this response and not stored',
  data: z.object({
    /** Whether the caller wants them. If not, the lists are empty. */
    isOn: z.boolean(),
    /** When the lists change next. */
    renewsAt: Instant,
    lists: z.array(
      z.object({
        kind: z.enum(forYouKinds),
        tracks: z.array(z.extend(TrackInfo, { because: TasteReason })),
      }),
    ),
  }),
} as const satisfies Endpoint

export const setForYou = {
  method: 'PUT',
  path: '/for-you',
  access: 'user',
  summary: 'Turns the lists for the caller on or off',
  body: z.strictObject({ isOn: z.boolean() }),
  data: z.object({ isOn: z.boolean() }),
} as const satisfies Endpoint

export const listSuggestions = {
  method: 'GET',
  path: '/suggestions',
  access: 'public',
  cacheSeconds: 60,
  summary:
    'Artists from the charts and genres for a new user to choose from; none of the tracks considered is explicit',
  data: z.object({ artists: z.array(Artist), genres: z.array(GenreBlock) }),
} as const satisfies Endpoint
