/** Tracks: creating one (the response contains the URL to PUT the audio to), reading, lists. */
import * as z from 'zod/mini'
import { Credit, NewCredits } from './credits.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import {
  Hex32,
  Id,
  LYRICS_MAX,
  ListQuery,
  PageQuery,
  TITLE_MAX,
  optionalText,
  orderWithin,
  text,
  audioResponseFields,
  TitleFit,
  LimitQuery,
} from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { BylinePart, NewPerformers, Performer, performerErrors } from './performers.ts'
import { NOTES_MAX } from './imagery.ts'
import { Isrc, Iswc } from './release-codes.ts'
import { releaseDetails, releaseFields } from './releases.ts'
import { AnnouncedFile, AudioExtension } from './uploads.ts'

export const ALBUM_TRACKS_MAX = 50
export const DISC_MAX = 99
export const TrackOrder = orderWithin(ALBUM_TRACKS_MAX)
/** How many tracks one call can change. */
export const BULK_MAX = 300
export const RANDOM_MAX = 100

export const TrackInfo = z.object({
  id: Id,
  title: z.string(),
  /** The artist of its album, who publishes it. */
  artist: z.string(),
  /** Who performs it: 'Ada feat. Björn'. Without performers of its own or of its album, the artist. */
  byline: z.string(),
  /** The artist page of the first name in it; null without one. */
  bylineUrl: z.nullable(z.string()),
  artistId: Id,
  artistUrl: z.string(),
  avatarUrl: z.nullable(z.string()),
  userId: Id,
  albumId: Id,
  albumTitle: z.string(),
  ...audioResponseFields,
  genreId: z.nullable(z.int()),
  subgenreId: z.nullable(z.int()),
  /** The tracks of an album are ordered by disc, then by `order`. */
  disc: z.int(),
  isrc: z.nullable(z.string()),
  hasLyrics: z.boolean(),
  artistNpub: z.nullable(z.string()),
  hasPromo: z.boolean(),
  /** What its promo pays for a minute; null without one. */
  msatPayoutAmount: z.nullable(Msat),
})

export const TrackDetail = z.extend(TrackInfo, {
  /** Plain text or LRC; contract/catalog/lyrics.ts parses both. */
  lyrics: z.nullable(z.string()),
  credits: z.array(Credit),
  /** Its own; those of its album are not repeated. */
  performers: z.array(Performer),
  bylineParts: z.array(BylinePart),
  /** Liner notes of the track: Markdown, as those of albums. */
  notes: z.nullable(z.string()),
  /** Of the work that is performed: 'T' and ten digits. */
  iswc: z.nullable(z.string()),
  /** Of its release. */
  originalDate: releaseFields.originalDate,
  licence: releaseDetails.licence,
  language: releaseDetails.language,
  titleFit: TitleFit,
})

const textFields = {
  lyrics: optionalText(LYRICS_MAX),
  explicit: z.optional(z.boolean()),
  isExplicit: z.optional(z.boolean()),
  isrc: Isrc,
  credits: NewCredits,
  performers: NewPerformers,
  notes: optionalText(NOTES_MAX),
  iswc: Iswc,
  disc: z.optional(z.int().check(z.minimum(1), z.maximum(DISC_MAX))),
}
const textErrors = ['forbidden', 'isrc-invalid', 'iswc-invalid', 'lyrics-invalid', ...performerErrors] as const

export const createTrack = {
  method: 'POST',
  path: '/tracks',
  access: 'user',
  summary: 'Adds a track to an album; PUT the audio file to the returned presignedUrl',
  body: z.strictObject({
    albumId: Id,
    title: text(TITLE_MAX),
    order: TrackOrder,
    extension: AudioExtension,
    file: z.optional(AnnouncedFile),
    ...textFields,
  }),
  data: z.object({
    id: Id,
    artistId: Id,
    albumId: Id,
    title: z.string(),
    order: z.int(),
    lyrics: z.nullable(z.string()),
    isExplicit: z.boolean(),
    rawUrl: z.string(),
    presignedUrl: z.string(),
  }),
  fallback: fallbacks.createTrack,
  errors: ['audio-extension-unsupported', ...textErrors],
  isSecret: true,
} as const satisfies Endpoint

export const updateTrack = {
  method: 'PUT',
  path: '/tracks/update',
  access: 'user',
  summary:
    'Updates a track. Absent fields stay, null or an empty text clears. With `extension` the response has a presignedUrl: ' +
    'the audio is replaced when the new file is ready; until then the old file plays',
  body: z.strictObject({
    trackId: Id,
    albumId: z.optional(Id),
    title: z.optional(text(TITLE_MAX)),
    order: z.optional(TrackOrder),
    extension: z.optional(AudioExtension),
    file: z.optional(AnnouncedFile),
    ...textFields,
  }),
  data: z.extend(TrackDetail, { rawUrl: z.optional(z.string()), presignedUrl: z.optional(z.string()) }),
  fallback: fallbacks.editTrack,
  errors: ['audio-extension-unsupported', 'parent-mismatch', ...textErrors],
  isSecret: true,
} as const satisfies Endpoint

export const updateTracks = {
  method: 'PUT',
  path: '/tracks/bulk',
  access: 'user',
  summary: 'Updates many tracks of the caller, also of several albums; all of them or none',
  body: z.strictObject({
    tracks: z
      .array(
        z.strictObject({
          trackId: Id,
          title: z.optional(text(TITLE_MAX)),
          order: z.optional(TrackOrder),
          ...textFields,
        }),
      )
      .check(z.minLength(1), z.maxLength(BULK_MAX)),
  }),
  data: z.array(TrackInfo),
  errors: textErrors,
} as const satisfies Endpoint

export const deleteTrack = {
  method: 'DELETE',
  path: '/tracks/:trackId',
  access: 'user',
  summary: 'Deletes a track; its payments stay in the ledger',
  params: z.object({ trackId: Id }),
  data: z.object({ id: Id, title: z.string(), albumId: Id }),
  fallback: fallbacks.deleteTrack,
  errors: ['forbidden'],
} as const satisfies Endpoint

export const findTracks = {
  ...publicRead,
  path: '/tracks',
  summary: 'Tracks whose title, artist and album contain these texts; all given conditions must match',
  query: z.extend(PageQuery, {
    title: z.optional(z.string().check(z.maxLength(TITLE_MAX))),
    artist: z.optional(z.string().check(z.maxLength(TITLE_MAX))),
    album: z.optional(z.string().check(z.maxLength(TITLE_MAX))),
  }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listRandomTracks = {
  method: 'GET',
  path: '/tracks/random',
  access: 'public',
  summary: 'Random published tracks',
  query: LimitQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listOwnTracks = {
  method: 'GET',
  path: '/tracks/account',
  access: 'user',
  summary:
    'Published tracks of the caller, newest first; with unpublished=true drafts and unfinished tracks come before them',
  query: ListQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listArtistTracks = {
  ...publicRead,
  path: '/tracks/:artistId/artist',
  summary: 'The tracks of an artist, most paid first; for the owner also drafts, with unpublished=true',
  params: z.object({ artistId: Id }),
  query: ListQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const getTrack = {
  ...publicRead,
  path: '/tracks/:trackId',
  summary: 'A track',
  params: z.object({ trackId: Id }),
  data: TrackDetail,
  errors: ['content-gone'],
} as const satisfies Endpoint

export const listAlbumTracks = {
  ...publicRead,
  path: '/tracks/:albumId/album',
  summary: 'The tracks of an album in order; for the owner also unfinished tracks, with unpublished=true',
  params: z.object({ albumId: Id }),
  query: ListQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listNewTracks = {
  ...publicRead,
  path: '/tracks/new',
  summary: 'The first track of each release, newest first',
  query: LimitQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const FeaturedTracks = z.object({
  featured: z.array(TrackInfo),
  forYou: z.array(TrackInfo),
  trending: z.array(TrackInfo),
  newTracks: z.array(TrackInfo),
})

export const listFeaturedTracks = {
  ...publicRead,
  path: '/tracks/featured',
  summary:
    'The lists of the home page: featured, for you, trending this week, new; at most `limit` tracks each, by default 12',
  query: LimitQuery,
  data: FeaturedTracks,
} as const satisfies Endpoint

export const listFeaturedTracksFor = {
  ...listFeaturedTracks,
  path: '/tracks/featured/:pubkey',
  summary: 'The same lists for any nostr key, which is ignored: zaps of a user are not shown to others',
  params: z.object({ pubkey: Hex32 }),
} as const satisfies Endpoint

export const getWaveform = {
  ...publicRead,
  path: '/waveforms/:contentId',
  summary: 'The waveform of a track or episode: 1 000 peaks of 0..255, and its loudness',
  params: z.object({ contentId: Id }),
  data: z.object({
    peaks: z.array(z.int()),
    /** EBU R128 integrated loudness and true peak, for players that normalize loudness; null when unknown. */
    loudnessLufs: z.nullable(z.number()),
    truePeakDb: z.nullable(z.number()),
    /** The same for its whole album, whose tracks are adjusted together; null for episodes. */
    albumLoudnessLufs: z.nullable(z.number()),
    albumTruePeakDb: z.nullable(z.number()),
  }),
} as const satisfies Endpoint
