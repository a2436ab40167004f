/** Discovery: A to Z, genres, shows, newest episodes, similar content, and random tracks. */
import * as z from 'zod/mini'
import { Album } from '#contract/catalog/albums.ts'
import { Artist } from '#contract/catalog/artists.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormInteger, Id, PageQuery, Pagination, PUBLIC_CACHE_SECONDS } from '#contract/fields.ts'
import { Episode } from '#contract/catalog/episodes.ts'
import { Podcast } from '#contract/catalog/podcasts.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'

/** Artists whose names do not start with A to Z, in any script, are listed together at the end. */
export const OTHER_LETTER = '#'
const LETTERS = /^([a-zA-Z]|#)$/

export const browseArtists = {
  method: 'GET',
  path: '/catalog/artists',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Artists with public tracks from A to Z, all or by initial letter; and the number of artists per letter',
  query: z.extend(PageQuery, { letter: z.optional(z.string().check(z.regex(LETTERS))) }),
  data: z.object({
    artists: z.array(Artist),
    letters: z.array(z.object({ letter: z.string(), count: z.int() })),
    pagination: Pagination,
  }),
} as const satisfies Endpoint

/** The maximum of the database's integer type for genres. */
const GENRE_ID_MAX = 2 ** 31 - 1
const GenreParams = z.object({ genreId: FormInteger.check(z.maximum(GENRE_ID_MAX)) })

export const listGenreAlbums = {
  method: 'GET',
  path: '/albums/:genreId/genre',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The releases of a genre, newest first',
  params: GenreParams,
  query: PageQuery,
  data: z.object({ albums: z.array(Album), pagination: Pagination }),
} as const satisfies Endpoint

export const listGenreTracks = {
  method: 'GET',
  path: '/tracks/top/:genreId/genre',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The tracks of a genre that received most in the last 30 days, then those that received most of all time',
  params: GenreParams,
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listRandomGenreTracks = {
  method: 'GET',
  path: '/tracks/random/:genreId/genre',
  access: 'public',
  summary: 'Random tracks of a genre',
  params: GenreParams,
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listShows = {
  method: 'GET',
  path: '/shows',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Music shows, newest first: podcasts about music, and podcasts that share their payments with songs',
  query: PageQuery,
  data: z.object({ podcasts: z.array(Podcast), pagination: Pagination }),
} as const satisfies Endpoint

export const listNewEpisodes = {
  method: 'GET',
  path: '/episodes/new',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The newest episode of each show, newest first',
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(Episode),
} as const satisfies Endpoint

export const listFeaturedEpisodes = {
  method: 'GET',
  path: '/episodes/featured',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'The newest episodes of the shows that received most in the last 30 days',
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(Episode),
} as const satisfies Endpoint

export const listSimilarArtists = {
  method: 'GET',
  path: '/artists/:artistId/similar',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Artists with the same listeners and payers, most similar first',
  params: z.object({ artistId: Id }),
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(Artist),
} as const satisfies Endpoint

export const listSimilarTracks = {
  method: 'GET',
  path: '/tracks/:trackId/similar',
  access: 'public',
  cacheSeconds: PUBLIC_CACHE_SECONDS,
  summary: 'Tracks to play after a track: of similar artists, of its genre, then any; never the track itself',
  params: z.object({ trackId: Id }),
  query: z.object({ limit: z.optional(FormInteger) }),
  data: z.array(TrackInfo),
} as const satisfies Endpoint
