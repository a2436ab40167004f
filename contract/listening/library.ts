/** A user's library: liked tracks (the favourites playlist), albums, episodes and playlists, followed artists and
 * podcasts, and the listening history. Following itself: follows.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Episode } from '#contract/catalog/episodes.ts'
import {
  ColorInfo,
  Cursor,
  FormInteger,
  Id,
  Instant,
  PageQuery,
  Pagination,
  linkResponseFields,
} from '#contract/fields.ts'
import { PlaylistSummary } from './playlists.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'

/** The maximum number of saved items per user, not counting liked tracks. */
export const LIBRARY_MAX = 5_000
export const HISTORY_PER_PAGE = 50
export const HISTORY_PER_PAGE_MAX = 100

export const LibraryType = z.enum(['track', 'album', 'episode', 'artist', 'podcast', 'playlist'])

const addedAt = { addedAt: Instant }
const pictureAnswers = { artworkUrl: z.nullable(z.string()), colorInfo: z.nullable(ColorInfo) }

const KeptAlbum = z.object({
  id: Id,
  title: z.string(),
  artistId: Id,
  /** The name. */
  artist: z.string(),
  artistUrl: z.string(),
  ...pictureAnswers,
  description: z.nullable(z.string()),
  genreId: z.nullable(z.int()),
  subgenreId: z.nullable(z.int()),
  isSingle: z.boolean(),
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  ...addedAt,
})
const KeptArtist = z.object({
  id: Id,
  name: z.string(),
  artistUrl: z.string(),
  ...pictureAnswers,
  bio: z.nullable(z.string()),
  ...linkResponseFields,
  verified: z.boolean(),
  updatedAt: Instant,
  ...addedAt,
})
const KeptPodcast = z.object({
  id: Id,
  name: z.string(),
  podcastUrl: z.string(),
  ...pictureAnswers,
  description: z.nullable(z.string()),
  ...linkResponseFields,
  publishedAt: z.nullable(Instant),
  updatedAt: Instant,
  ...addedAt,
})

export const listLibraryTracks = {
  method: 'GET',
  path: '/library/tracks',
  access: 'user',
  summary: 'The tracks I like, as they stand in my favourites',
  query: PageQuery,
  data: z.object({ tracks: z.array(z.extend(TrackInfo, addedAt)), pagination: Pagination }),
} as const satisfies Endpoint

export const listLibraryAlbums = {
  method: 'GET',
  path: '/library/albums',
  access: 'user',
  summary: 'The albums I like, the newest liked first',
  query: PageQuery,
  data: z.object({ albums: z.array(KeptAlbum), pagination: Pagination }),
} as const satisfies Endpoint

export const listLibraryArtists = {
  method: 'GET',
  path: '/library/artists',
  access: 'user',
  summary: 'The artists I follow, the newest followed first',
  query: PageQuery,
  data: z.object({ artists: z.array(KeptArtist), pagination: Pagination }),
} as const satisfies Endpoint

export const listLibraryPodcasts = {
  method: 'GET',
  path: '/library/podcasts',
  access: 'user',
  summary: 'The podcasts I follow, the newest followed first',
  query: PageQuery,
  data: z.object({ podcasts: z.array(KeptPodcast), pagination: Pagination }),
} as const satisfies Endpoint

export const listLibraryEpisodes = {
  method: 'GET',
  path: '/library/episodes',
  access: 'user',
  summary: 'The episodes I like, the newest liked first',
  query: PageQuery,
  data: z.object({ episodes: z.array(z.extend(Episode, addedAt)), pagination: Pagination }),
} as const satisfies Endpoint

export const listLibraryPlaylists = {
  method: 'GET',
  path: '/library/playlists',
  access: 'user',
  summary: 'The playlists of others that I like, the newest liked first',
  query: PageQuery,
  data: z.object({ playlists: z.array(z.extend(PlaylistSummary, addedAt)), pagination: Pagination }),
} as const satisfies Endpoint

export const listLibraryIds = {
  method: 'GET',
  path: '/library/ids',
  access: 'user',
  summary: 'The ids of all I like and follow, for hearts: the newest first',
  data: z.object({ contentIds: z.array(Id) }),
} as const satisfies Endpoint

const Kept = z.object({ contentId: Id, contentType: LibraryType, addedAt: Instant })

export const addToLibrary = {
  method: 'POST',
  path: '/library',
  access: 'user',
  summary: 'Likes a track, album, episode or playlist, or follows an artist or podcast; again changes nothing',
  body: z.strictObject({ contentId: Id }),
  data: Kept,
  errors: ['library-full', 'playlist-full'],
} as const satisfies Endpoint

export const removeFromLibrary = {
  method: 'DELETE',
  path: '/library/:contentId',
  access: 'user',
  summary: 'Likes or follows it no more; what was not there is not missed',
  params: z.object({ contentId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const HistoryEntry = z.object({
  playId: Id,
  /** When it started. */
  playedAt: Instant,
  secondsHeard: z.number(),
  /** One of the two; both are null when it can no longer be played. */
  track: z.nullable(TrackInfo),
  episode: z.nullable(Episode),
})

export const listHistory = {
  method: 'GET',
  path: '/library/history',
  access: 'user',
  summary: 'What I have heard, the newest first; nobody else is told',
  query: z.object({
    before: z.optional(Cursor),
    limit: z.optional(FormInteger),
  }),
  data: z.object({ history: z.array(HistoryEntry), nextBefore: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const clearHistory = {
  method: 'DELETE',
  path: '/library/history',
  access: 'user',
  summary: 'Empties my history for good: what was counted stays counted, but no longer as mine',
  data: z.null(),
} as const satisfies Endpoint
