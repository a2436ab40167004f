/** Albums: creating one, and reading it with its tracks. */
import * as z from 'zod/mini'
import { TopMessage } from '#contract/community/comments.ts'
import { Credit, FormCredits } from './credits.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import {
  ColorInfo,
  ContentStatus,
  DESCRIPTION_MAX,
  FormBoolean,
  FormNumber,
  Id,
  Instant,
  ListQuery,
  PageQuery,
  Pagination,
  Picture,
  TITLE_MAX,
  WithChildren,
  optionalText,
  text,
  TitleFit,
} from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { FormFeedUrl } from './moving/feed-address.ts'
import { BylinePart, FormPerformers, Performer, performerErrors } from './performers.ts'
import { Upc } from './release-codes.ts'
import { FormReleaseMoment, releaseDetails, releaseFields, releaseFormFields } from './releases.ts'
import { ALBUM_TRACKS_MAX, DISC_MAX, TrackInfo } from './tracks.ts'

export const AlbumArtist = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  artistUrl: z.string(),
  deleted: z.boolean(),
})

export const Album = z.object({
  id: Id,
  artistId: Id,
  title: z.string(),
  artworkUrl: z.nullable(z.string()),
  description: z.nullable(z.string()),
  genreId: z.nullable(z.int()),
  subgenreId: z.nullable(z.int()),
  upc: z.nullable(z.string()),
  /** True when one of its tracks is explicit. */
  isExplicit: z.boolean(),
  isDraft: z.boolean(),
  /** Taken down with its artist: only its owner and the team still see it. */
  isTakenDown: z.boolean(),
  isSingle: z.boolean(),
  ...releaseFields,
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  msatTotal: Msat,
  colorInfo: z.nullable(ColorInfo),
  /** Always false: deleted albums are not returned. The same applies to the artist below. */
  deleted: z.boolean(),
  artist: AlbumArtist,
  /** Who performs it: 'Ada & Björn'. Without performers, the artist. */
  byline: z.string(),
})

export const AlbumDetail = z.extend(Album, {
  credits: z.array(Credit),
  performers: z.array(Performer),
  /** Empty for various artists. */
  bylineParts: z.array(BylinePart),
  /** The title of disc 1, of disc 2 and so on; '' for none. */
  discTitles: z.array(z.string()),
  ...releaseDetails,
})

/** One title per line; the first line is disc 1. '' and null clear them. */
const FormDiscTitles = z.optional(
  z.nullable(
    z.codec(
      z.string().check(z.maxLength(DISC_MAX * (TITLE_MAX + 2))),
      z.array(z.string().check(z.maxLength(TITLE_MAX))).check(z.maxLength(DISC_MAX)),
      {
        decode: (wire) =>
          wire
            .trimEnd()
            .split(/\r?\n/)
            .map((title) => title.trim()),
        encode: (titles) => titles.join('\n'),
      },
    ),
  ),
)

const formFields = {
  genreId: FormNumber,
  subgenreId: FormNumber,
  upc: Upc,
  ...releaseFormFields,
  credits: FormCredits,
  performers: FormPerformers,
  discTitles: FormDiscTitles,
  isSingle: z.optional(FormBoolean),
  isDraft: z.optional(FormBoolean),
  publishedAt: FormReleaseMoment,
  artwork: Picture,
}

const formErrors = [
  'picture-invalid',
  'forbidden',
  'upc-invalid',
  'original-date-invalid',
  'release-date-invalid',
] as const

export const createAlbum = {
  method: 'POST',
  path: '/albums',
  access: 'user',
  summary: 'Creates an album or single, as a draft',
  isForm: true,
  body: z.strictObject({
    artistId: Id,
    title: text(TITLE_MAX),
    description: optionalText(DESCRIPTION_MAX),
    ...formFields,
    albumId: z.optional(z.string()),
  }),
  data: Album,
  fallback: fallbacks.createAlbum,
  errors: [...formErrors, ...performerErrors],
} as const satisfies Endpoint

export const updateAlbum = {
  method: 'POST',
  path: '/albums/update',
  access: 'user',
  summary: 'Updates an album. Absent fields stay, an empty text clears; isDraft and publishedAt as in publishing',
  isForm: true,
  body: z.strictObject({
    albumId: Id,
    artistId: z.optional(Id),
    title: z.optional(text(TITLE_MAX)),
    description: optionalText(DESCRIPTION_MAX),
    /** As of a podcast. */
    newFeedUrl: FormFeedUrl,
    ...formFields,
  }),
  data: AlbumDetail,
  fallback: fallbacks.editAlbum,
  errors: [...formErrors, 'parent-mismatch', 'nothing-ready', ...performerErrors],
} as const satisfies Endpoint

export const deleteAlbum = {
  method: 'DELETE',
  path: '/albums/:albumId',
  access: 'user',
  summary: 'Deletes an album; remaining tracks only if withChildren is true. Its payments stay in the ledger',
  params: z.object({ albumId: Id }),
  query: WithChildren,
  data: z.object({ id: Id, title: z.string() }),
  fallback: fallbacks.deleteAlbum,
  errors: ['has-children', 'forbidden'],
} as const satisfies Endpoint

export const orderTracks = {
  method: 'PUT',
  path: '/albums/:albumId/order',
  access: 'user',
  summary: 'Orders all tracks of an album, atomically',
  params: z.object({ albumId: Id }),
  body: z.strictObject({
    trackIds: z.array(Id).check(z.maxLength(ALBUM_TRACKS_MAX)),
    /** The track that was moved. Between tracks of another disc, it moves to that disc. */
    movedId: z.optional(Id),
  }),
  data: z.array(z.object({ id: Id, order: z.int() })),
  errors: ['forbidden', 'rule-broken'],
} as const satisfies Endpoint

/** An album of the caller, with its status and how many of its tracks are ready. */
const OwnAlbum = z.extend(Album, {
  status: ContentStatus,
  /** Without failed uploads. */
  trackCount: z.int(),
  readyCount: z.int(),
  newFeedUrl: z.nullable(z.string()),
  newFeedSince: z.nullable(Instant),
})

export const listOwnAlbums = {
  method: 'GET',
  path: '/albums/account',
  access: 'user',
  summary: 'The albums of the caller’s artists, including drafts',
  query: PageQuery,
  data: z.array(OwnAlbum),
} as const satisfies Endpoint

export const getAlbum = {
  ...publicRead,
  path: '/albums/:albumId',
  summary: 'An album with its published tracks; its owner also sees a draft',
  params: z.object({ albumId: Id }),
  data: z.extend(AlbumDetail, {
    titleFit: TitleFit,
    /** A compilation whose tracks have different main performers. */
    hasVariousArtists: z.boolean(),
    tracks: z.array(TrackInfo),
    topMessages: z.array(TopMessage),
  }),
  errors: ['content-gone'],
} as const satisfies Endpoint

export const listArtistAlbums = {
  ...publicRead,
  path: '/albums/:artistId/artist',
  summary:
    'The albums of an artist, newest first by their original date; for the owner also drafts, with unpublished=true',
  params: z.object({ artistId: Id }),
  query: ListQuery,
  data: z.array(Album),
} as const satisfies Endpoint

export const listAppearances = {
  ...publicRead,
  path: '/artists/:artistId/appearances',
  summary: 'Albums of other artists on which an artist performs, as far as confirmed, newest first by original date',
  params: z.object({ artistId: Id }),
  query: PageQuery,
  data: z.array(Album),
} as const satisfies Endpoint

export const listOwnAppearances = {
  method: 'GET',
  path: '/artists/:artistId/appearances/account',
  access: 'user',
  summary: 'Public albums of other users that name an artist of the caller; those without an answer first',
  params: z.object({ artistId: Id }),
  query: PageQuery,
  data: z.array(z.extend(Album, { isConfirmed: z.boolean() })),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const listNewAlbums = {
  ...publicRead,
  path: '/albums',
  summary: 'Releases, newest first',
  query: PageQuery,
  data: z.object({ albums: z.array(Album), pagination: Pagination }),
} as const satisfies Endpoint
