/** Tracks: making one (the answer holds the address to PUT the audio to), reading, lists. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import {
  FormInteger,
  Id,
  LYRICS_MAX,
  TITLE_MAX,
  optionalText,
  text,
  PUBLIC_CACHE_SECONDS,
  soundAnswers,
} from './fields.ts'

export const TrackInfo = z.object({
  id: Id,
  title: z.string(),
  artist: z.string(),
  artistId: Id,
  artistUrl: z.string(),
  avatarUrl: z.nullable(z.string()),
  userId: Id,
  albumId: Id,
  albumTitle: z.string(),
  ...soundAnswers,
  genreId: z.nullable(z.int()),
  subgenreId: z.nullable(z.int()),
  artistNpub: z.nullable(z.string()),
  hasPromo: z.boolean(),
})

/** File endings we take. */
export const AudioExtension = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^(mp3|wav|flac|aif|aiff|m4a|aac|ogg|opus)$/, 'audio-extension-unsupported'),
  )

export const createTrack = {
  method: 'POST',
  path: '/tracks',
  access: 'user',
  summary: 'Adds a track to an album; PUT the audio file to the answered presignedUrl',
  body: z.strictObject({
    albumId: Id,
    title: text(TITLE_MAX),
    order: z.union([z.int().check(z.minimum(1), z.maximum(50)), FormInteger]),
    extension: AudioExtension,
    lyrics: optionalText(LYRICS_MAX),
    explicit: z.optional(z.boolean()),
    isExplicit: z.optional(z.boolean()),
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
  errors: ['audio-extension-unsupported', 'title-taken', 'forbidden'],
  isSecret: true,
} as const satisfies Endpoint

export const getTrack = {
  method: 'GET',
  path: '/tracks/:trackId',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'A track',
  params: z.object({ trackId: Id }),
  data: z.extend(TrackInfo, { lyrics: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const listAlbumTracks = {
  method: 'GET',
  path: '/tracks/:albumId/album',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The tracks of an album in order; unfinished ones for the owner who asks with unpublished=true',
  params: z.object({ albumId: Id }),
  query: z.object({ unpublished: z.optional(z.string()) }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listNewTracks = {
  method: 'GET',
  path: '/tracks/new',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The first track of each release, newest first',
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listFeaturedTracks = {
  method: 'GET',
  path: '/tracks/featured',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'What the home page shows: featured, for you, trending this week, new',
  data: z.object({
    featured: z.array(TrackInfo),
    forYou: z.array(TrackInfo),
    trending: z.array(TrackInfo),
    newTracks: z.array(TrackInfo),
  }),
} as const satisfies Endpoint

export const listTopTracks = {
  method: 'GET',
  path: '/charts/music/top',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Top 40: tracks by what they received in the last 7 days, today included',
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const getWaveform = {
  method: 'GET',
  path: '/waveforms/:contentId',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The shape of a track or episode: 1 000 peaks of 0..255',
  params: z.object({ contentId: Id }),
  data: z.object({ peaks: z.array(z.int()) }),
} as const satisfies Endpoint
