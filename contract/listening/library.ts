/** A user's library: liked tracks (the favourites playlist), albums, episodes and playlists, followed artists and
 * podcasts, and the listening history. Following itself: follows.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Episode } from '#contract/catalog/episodes.ts'
import { ColorInfo, Id, Instant, PageQuery, Pagination, linkResponseFields, CursorQuery } from '#contract/fields.ts'
import { ForeignItem } from './foreign/feeds.ts'
import { PlaylistSummary } from './playlists.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'

/** The maximum number of saved items per user, not counting liked tracks. */
export const LIBRARY_MAX = 5_000
export const HISTORY_PER_PAGE = 50
export const HISTORY_PER_PAGE_MAX = 100

export const LibraryType = z.enum(['track', 'album', 'episode', 'artist', 'podcast', 'playlist'])

const addedAt = { addedAt: Instant }
const artworkResponseFields = { artworkUrl: z.nullable(z.string()), colorInfo: z.nullable(ColorInfo) }

const LibraryAlbum = z.object({
  id: Id,
  title: z.string(),
  artistId: Id,
  /** The name. */
  artist: z.string(),
  artistUrl: z.string(),
  ...artworkResponseFields,
  description: z.nullable(z.string()),
  genreId: z.nullable(z.int()),
  subgenreId: z.nullable(z.int()),
  isSingle: z.boolean(),
  /** Of its public tracks together, in seconds. */
  duration: z.number(),
  publishedAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  ...addedAt,
})
const LibraryArtist = z.object({
  id: Id,
  name: z.string(),
  artistUrl: z.string(),
  ...artworkResponseFields,
  bio: z.nullable(z.string()),
  ...linkResponseFields,
  verified: z.boolean(),
  updatedAt: Instant,
  ...addedAt,
})
const LibraryPodcast = z.object({
  id: Id,
  name: z.string(),
  podcastUrl: z.string(),
  ...artworkResponseFields,
  description: z.nullable(z.string()),
  ...linkResponseFields,
  publishedAt: z.nullable(Instant),
  updatedAt: Instant,
  ...addedAt,
})

function ofLibrary<Data extends z.ZodMiniType>(path: `/${string}`, summary: string, data: Data) {
  return {
    method: 'GET',
    path: `/library${path}`,
    access: 'user',
    summary,
    query: PageQuery,
    data,
  } as const satisfies Endpoint
}

export const listLibraryTracks = ofLibrary(
  '/tracks',
  'The tracks that the caller likes, in the order of the favourites',
  z.object({ tracks: z.array(z.extend(TrackInfo, addedAt)), pagination: Pagination }),
)
export const listLibraryAlbums = ofLibrary(
  '/albums',
  'The albums that the caller likes, most recently liked first',
  z.object({ albums: z.array(LibraryAlbum), pagination: Pagination }),
)
export const listLibraryArtists = ofLibrary(
  '/artists',
  'The artists that the caller follows, most recently followed first',
  z.object({ artists: z.array(LibraryArtist), pagination: Pagination }),
)
export const listLibraryPodcasts = ofLibrary(
  '/podcasts',
  'The podcasts that the caller follows, most recently followed first',
  z.object({ podcasts: z.array(LibraryPodcast), pagination: Pagination }),
)
export const listLibraryEpisodes = ofLibrary(
  '/episodes',
  'The episodes that the caller likes, most recently liked first',
  z.object({ episodes: z.array(z.extend(Episode, addedAt)), pagination: Pagination }),
)
export const listLibraryPlaylists = ofLibrary(
  '/playlists',
  'The playlists of other users that the caller likes, most recently liked first',
  z.object({ playlists: z.array(z.extend(PlaylistSummary, addedAt)), pagination: Pagination }),
)

export const listLibraryIds = {
  method: 'GET',
  path: '/library/ids',
  access: 'user',
  summary: 'The ids of everything that the caller likes and follows, to show hearts; newest first',
  data: z.object({ contentIds: z.array(Id) }),
} as const satisfies Endpoint

const Kept = z.object({ contentId: Id, contentType: LibraryType, addedAt: Instant })

export const addToLibrary = {
  method: 'POST',
  path: '/library',
  access: 'user',
  summary: 'Likes a track, album, episode or playlist, or follows an artist or podcast; idempotent',
  body: z.strictObject({ contentId: Id }),
  data: Kept,
  errors: ['library-full', 'playlist-full'],
} as const satisfies Endpoint

export const removeFromLibrary = {
  method: 'DELETE',
  path: '/library/:contentId',
  access: 'user',
  summary: 'Removes the like or unfollows; idempotent',
  params: z.object({ contentId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const HistoryEntry = z.object({
  playId: Id,
  /** When it started. */
  playedAt: Instant,
  secondsHeard: z.number(),
  /** One of the three; all are null when it can no longer be played. */
  track: z.nullable(TrackInfo),
  episode: z.nullable(Episode),
  itemElsewhere: z.nullable(ForeignItem),
})

export const listHistory = {
  method: 'GET',
  path: '/library/history',
  access: 'user',
  summary: 'The listening history of the caller, newest first; visible to the caller only',
  query: CursorQuery,
  data: z.object({ isKept: z.boolean(), history: z.array(HistoryEntry), nextBefore: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const keepHistory = {
  method: 'PUT',
  path: '/library/history',
  access: 'user',
  summary: 'Sets whether the listening history of the caller is recorded',
  body: z.strictObject({ isKept: z.boolean() }),
  data: z.null(),
} as const satisfies Endpoint

export const clearHistory = {
  method: 'DELETE',
  path: '/library/history',
  access: 'user',
  summary: 'Deletes the listening history of the caller permanently; counted plays stay counted, but anonymously',
  data: z.null(),
} as const satisfies Endpoint
