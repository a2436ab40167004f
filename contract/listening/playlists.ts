/** Playlists: ordered tracks, private, for everyone with the link, or public. Liked content other than tracks:
 * library.ts. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import {
  ColorInfo,
  DESCRIPTION_MAX,
  Hex32,
  Id,
  Instant,
  TITLE_MAX,
  optionalText,
  text,
  TitleFit,
} from '#contract/fields.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'
import { ForeignItem } from './foreign/feeds.ts'
import { PLAYLIST_TRACKS_MAX, ShownDefinition } from './smart-rules.ts'

export { PLAYLIST_TRACKS_MAX }

/** The favourites contain every liked track, so they are larger than a playlist. */
export const FAVORITES_MAX = 2_000
export const PLAYLISTS_MAX = 500
/** How many covers the artwork of a playlist shows. */
export const PREVIEW_TRACKS = 4
/** For a ranking by sats. */
export const RANKING_DAYS_MAX = 90
/** How many random tracks the list `shuffle` returns. */
export const SHUFFLE_TRACKS = 300

/** `public`: on the profile and in search. `unlisted`: for everyone with the link. `private`: only for its owner. */
export const PlaylistVisibility = z.enum(['public', 'unlisted', 'private'])

export const Playlist = z.object({
  id: Id,
  userId: Id,
  title: z.string(),
  description: z.nullable(z.string()),
  isFavorites: z.boolean(),
  /** Filled by rules: see smart-playlists.ts. Its tracks cannot be changed by hand. */
  isSmart: z.boolean(),
  visibility: PlaylistVisibility,
  /** Increases with every change of the tracks; compared with `ifRevision` of a reorder. */
  revision: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})

/** A playlist in a list. */
export const PlaylistSummary = z.extend(Playlist, {
  /** The owner: their display name, avatar and the URL of their profile. */
  name: z.string(),
  picture: z.nullable(z.string()),
  profileUrl: z.string(),
  /** The tracks that can be played now, and items of foreign feeds. */
  trackCount: z.int(),
  /** Seconds, for all tracks. */
  duration: z.number(),
  /** Of the first cover. */
  colorInfo: z.nullable(ColorInfo),
  /** The first few, for the artwork. */
  tracks: z.array(
    z.object({
      id: Id,
      title: z.string(),
      artist: z.string(),
      artworkUrl: z.nullable(z.string()),
      /** Seconds. */
      duration: z.nullable(z.number()),
      order: z.int(),
    }),
  ),
  /** Whether the requested track is in it; null when none was requested. */
  hasTrack: z.nullable(z.boolean()),
  /** userId with the name of the first implementation. */
  user_id: Id,
})

export const PlaylistTrack = z.extend(TrackInfo, {
  /** The id of the playlist entry, because a track may occur more than once. `order` is its position. */
  entryId: Id,
  addedAt: Instant,
})

/** An item of a foreign feed. `order` counts tracks and items together. */
const PlaylistItem = z.extend(ForeignItem, {
  entryId: Id,
  addedAt: Instant,
  order: z.int(),
  /** Others do not see it in this playlist, because its feed asks not to be listed. */
  isOnlyYours: z.boolean(),
})

const PlaylistPage = z.extend(Playlist, {
  titleFit: TitleFit,
  /** Null for a list without an owner. */
  userId: z.nullable(Id),
  id: z.nullable(Id),
  name: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  tracks: z.array(PlaylistTrack),
  itemsElsewhere: z.array(PlaylistItem),
  /** How many of its tracks cannot be played now; returned to the owner only. */
  hiddenCount: z.int(),
  /** The rules of a smart playlist; returned to the owner only. */
  definition: z.nullable(ShownDefinition),
})

const playlistFields = {
  title: text(TITLE_MAX),
  description: optionalText(DESCRIPTION_MAX),
  visibility: z.optional(PlaylistVisibility),
}

export const createPlaylist = {
  method: 'POST',
  path: '/playlists',
  access: 'user',
  summary: 'Creates a playlist, by default unlisted; with isFavorites the favourites, which are created only once',
  body: z.strictObject({ ...playlistFields, isFavorites: z.optional(z.boolean()) }),
  data: Playlist,
  fallback: fallbacks.createPlaylist,
  errors: ['playlists-full'],
} as const satisfies Endpoint

export const listOwnPlaylists = {
  method: 'GET',
  path: '/playlists',
  access: 'user',
  summary:
    'The playlists of the caller: favourites, then last changed first; with trackId, whether each contains the track',
  query: z.object({ trackId: z.optional(Id) }),
  data: z.array(PlaylistSummary),
} as const satisfies Endpoint

export const listUserPlaylists = {
  ...publicRead,
  path: '/playlists/user/:userId',
  summary: 'The public playlists of a user, by id or linked nostr key, with at least one playable track',
  params: z.object({ userId: z.union([Id, Hex32]) }),
  data: z.array(PlaylistSummary),
} as const satisfies Endpoint

const Day = z.iso.date()

export const getPlaylist = {
  ...publicRead,
  path: '/playlists/:playlistId',
  summary: 'A playlist with its tracks. `shuffle`: random tracks. With sort=sats, ordered by the amount received',
  params: z.object({ playlistId: z.union([Id, z.literal('shuffle')]) }),
  query: z.object({
    sort: z.optional(z.literal('sats')),
    /** Days in UTC, inclusive, at most 90 days apart. msatTotal is then what was received in this period. */
    startDate: z.optional(Day),
    endDate: z.optional(Day),
  }),
  data: PlaylistPage,
} as const satisfies Endpoint

export const updatePlaylist = {
  method: 'POST',
  path: '/playlists/update',
  access: 'user',
  summary: 'Updates title, description or visibility; absent fields stay',
  body: z.strictObject({
    playlistId: Id,
    title: z.optional(playlistFields.title),
    description: playlistFields.description,
    visibility: playlistFields.visibility,
  }),
  data: Playlist,
  fallback: fallbacks.editPlaylist,
  errors: ['smart-playlist-private'],
} as const satisfies Endpoint

export const deletePlaylist = {
  method: 'DELETE',
  path: '/playlists/:playlistId',
  access: 'user',
  summary: 'Deletes a playlist; deleting the favourites deletes all likes of tracks',
  params: z.object({ playlistId: Id }),
  data: z.null(),
  fallback: fallbacks.editPlaylist,
} as const satisfies Endpoint

const Entry = z.object({
  entryId: Id,
  playlistId: Id,
  trackId: Id,
  order: z.int(),
  addedAt: Instant,
  revision: z.int(),
})

export const addPlaylistTrack = {
  method: 'POST',
  path: '/playlists/add-track',
  access: 'user',
  summary:
    'Adds a track, or a foreign item (its id as trackId), at the end, also again; the favourites have only tracks, once',
  body: z.strictObject({ playlistId: Id, trackId: Id }),
  data: Entry,
  fallback: fallbacks.addToPlaylist,
  errors: ['playlist-full', 'smart-playlist-fixed'],
} as const satisfies Endpoint

export const removePlaylistTrack = {
  method: 'POST',
  path: '/playlists/remove-track',
  access: 'user',
  summary: 'Removes one occurrence of a track: the entry with entryId, else the first occurrence',
  body: z.strictObject({ playlistId: Id, trackId: Id, entryId: z.optional(Id) }),
  data: z.null(),
  fallback: fallbacks.removeFromPlaylist,
  errors: ['smart-playlist-fixed'],
} as const satisfies Endpoint

export const reorderPlaylist = {
  method: 'POST',
  path: '/playlists/reorder',
  access: 'user',
  summary:
    'Replaces the list. With ifRevision only if nothing has changed since (409); tracks that are not public stay',
  body: z.strictObject({
    playlistId: Id,
    trackList: z.array(Id).check(z.minLength(1), z.maxLength(FAVORITES_MAX)),
    /** The entry of each track, needed when a track occurs more than once; as long as trackList. */
    entryList: z.optional(z.array(Id).check(z.maxLength(FAVORITES_MAX))),
    ifRevision: z.optional(z.int().check(z.minimum(0))),
  }),
  data: z.array(z.object({ trackId: Id, entryId: Id })),
  fallback: fallbacks.editPlaylist,
  errors: ['playlist-full', 'playlist-changed', 'smart-playlist-fixed'],
} as const satisfies Endpoint
