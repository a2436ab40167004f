/** Discovery: A to Z, genres, shows, newest episodes, similar content, and random tracks. */
import * as z from 'zod/mini'
import { Album } from '#contract/catalog/albums.ts'
import { Artist } from '#contract/catalog/artists.ts'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { FormInteger, Id, PageQuery, Pagination, LimitQuery } from '#contract/fields.ts'
import { Episode } from '#contract/catalog/episodes.ts'
import { Podcast } from '#contract/catalog/podcasts.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'

/** Artists whose names do not start with A to Z, in any script, are listed together at the end. */
export const OTHER_LETTER = '#'
const LETTERS = /^([a-zA-Z]|#)$/

export const browseArtists = {
  ...publicRead,
  path: '/catalog/artists',
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
  ...publicRead,
  path: '/albums/:genreId/genre',
  summary: 'The releases of a genre, newest first',
  params: GenreParams,
  query: PageQuery,
  data: z.object({ albums: z.array(Album), pagination: Pagination }),
} as const satisfies Endpoint

export const listGenreTracks = {
  ...publicRead,
  path: '/tracks/top/:genreId/genre',
  summary: 'The tracks of a genre that received most in the last 30 days, then those that received most of all time',
  params: GenreParams,
  query: LimitQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listRandomGenreTracks = {
  method: 'GET',
  path: '/tracks/random/:genreId/genre',
  access: 'public',
  summary: 'Random tracks of a genre',
  params: GenreParams,
  query: LimitQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint

export const listShows = {
  ...publicRead,
  path: '/shows',
  summary: 'Music shows, newest first: podcasts about music, and podcasts that share their payments with songs',
  query: PageQuery,
  data: z.object({ podcasts: z.array(Podcast), pagination: Pagination }),
} as const satisfies Endpoint

export const listNewEpisodes = {
  ...publicRead,
  path: '/episodes/new',
  summary: 'The newest episode of each show, newest first',
  query: LimitQuery,
  data: z.array(Episode),
} as const satisfies Endpoint

export const listFeaturedEpisodes = {
  ...publicRead,
  path: '/episodes/featured',
  summary: 'The newest episodes of the shows that received most in the last 30 days',
  query: LimitQuery,
  data: z.array(Episode),
} as const satisfies Endpoint

export const listSimilarArtists = {
  ...publicRead,
  path: '/artists/:artistId/similar',
  summary: 'Artists with the same listeners and payers, most similar first',
  params: z.object({ artistId: Id }),
  query: LimitQuery,
  data: z.array(Artist),
} as const satisfies Endpoint

export const listSimilarTracks = {
  ...publicRead,
  path: '/tracks/:trackId/similar',
  summary: 'Tracks to play after a track: of similar artists, of its genre, then any; never the track itself',
  params: z.object({ trackId: Id }),
  query: LimitQuery,
  data: z.array(TrackInfo),
} as const satisfies Endpoint
