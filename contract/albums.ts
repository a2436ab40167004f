/** Albums: making one, reading it with its tracks. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import {
  ColorInfo,
  DESCRIPTION_MAX,
  FormBoolean,
  FormInteger,
  Id,
  Instant,
  PageQuery,
  Pagination,
  Picture,
  TITLE_MAX,
  optionalText,
  text,
  PUBLIC_CACHE_SECONDS,
} from './fields.ts'
import { Msat } from './money.ts'
import { TrackInfo } from './tracks.ts'

export const Album = z.object({
  id: Id,
  artistId: Id,
  title: z.string(),
  artworkUrl: z.nullable(z.string()),
  description: z.nullable(z.string()),
  genreId: z.nullable(z.int()),
  subgenreId: z.nullable(z.int()),
  isDraft: z.boolean(),
  isSingle: z.boolean(),
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  msatTotal: Msat,
  colorInfo: z.nullable(ColorInfo),
  artist: z.object({ id: Id, userId: Id, name: z.string(), artistUrl: z.string() }),
})

export const createAlbum = {
  method: 'POST',
  path: '/albums',
  access: 'user',
  summary: 'Makes an album or single, as a draft',
  isForm: true,
  body: z.strictObject({
    artistId: Id,
    title: text(TITLE_MAX),
    description: optionalText(DESCRIPTION_MAX),
    genreId: z.optional(FormInteger),
    subgenreId: z.optional(FormInteger),
    isSingle: z.optional(FormBoolean),
    isDraft: z.optional(FormBoolean),
    publishedAt: z.optional(Instant),
    albumId: z.optional(z.string()),
    artwork: Picture,
  }),
  data: Album,
  fallback: fallbacks.createAlbum,
  errors: ['picture-invalid', 'forbidden'],
} as const satisfies Endpoint

/** How far an own album is: finished children and what is still being prepared. */
const OwnAlbum = z.extend(Album, { status: z.enum(['draft', 'published', 'scheduled']), trackCount: z.int() })

export const listOwnAlbums = {
  method: 'GET',
  path: '/albums/account',
  access: 'user',
  summary: 'The albums of my artists, drafts included',
  data: z.array(OwnAlbum),
} as const satisfies Endpoint

export const getAlbum = {
  method: 'GET',
  path: '/albums/:albumId',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'An album with its published tracks; its owner also sees a draft',
  params: z.object({ albumId: Id }),
  data: z.extend(Album, { tracks: z.array(TrackInfo) }),
} as const satisfies Endpoint

export const listArtistAlbums = {
  method: 'GET',
  path: '/albums/:artistId/artist',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The albums of an artist, newest first; drafts for the owner who asks with unpublished=true',
  params: z.object({ artistId: Id }),
  query: z.object({ unpublished: z.optional(z.string()) }),
  data: z.array(Album),
} as const satisfies Endpoint

export const listNewAlbums = {
  method: 'GET',
  path: '/albums',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Releases, newest first',
  query: PageQuery,
  data: z.object({ albums: z.array(Album), pagination: Pagination }),
} as const satisfies Endpoint
