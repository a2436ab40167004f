/** Smart playlists: filled by rules each time they are read. Rules about what the caller likes, plays or zaps are
 * private: such a playlist is for its owner only. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { DESCRIPTION_MAX, Id, optionalText, text, TITLE_MAX } from '#contract/fields.ts'
import { TrackInfo } from '#contract/catalog/tracks.ts'
import { Playlist, PlaylistVisibility } from './playlists.ts'
import { PLAYLIST_TRACKS_MAX, SmartDefinition } from './smart-rules.ts'

/** Tracks in a preview. */
export const SMART_PREVIEW = 8

export const createSmartPlaylist = {
  method: 'POST',
  path: '/playlists/smart',
  access: 'user',
  summary: 'Creates a playlist that is filled by rules, by default private',
  body: z.strictObject({
    title: text(TITLE_MAX),
    description: optionalText(DESCRIPTION_MAX),
    visibility: z.optional(PlaylistVisibility),
    definition: SmartDefinition,
  }),
  data: Playlist,
  fallback: fallbacks.createPlaylist,
  errors: ['playlists-full', 'smart-playlist-private'],
} as const satisfies Endpoint

export const updateSmartPlaylist = {
  method: 'PUT',
  path: '/playlists/:playlistId/smart',
  access: 'user',
  summary: 'Replaces the rules of a smart playlist',
  params: z.object({ playlistId: Id }),
  body: z.strictObject({ definition: SmartDefinition }),
  data: Playlist,
  fallback: fallbacks.editPlaylist,
  errors: ['smart-playlist-private'],
} as const satisfies Endpoint

export const previewSmartPlaylist = {
  method: 'POST',
  path: '/playlists/smart/preview',
  access: 'user',
  summary: 'How many tracks match the rules now, up to their limit, and the first ones; stores nothing',
  body: z.strictObject({ definition: SmartDefinition }),
  data: z.object({
    count: z.int().check(z.maximum(PLAYLIST_TRACKS_MAX)),
    tracks: z.array(TrackInfo),
    /** Whether the rules are about what the caller likes, plays or zaps. */
    isPrivate: z.boolean(),
  }),
} as const satisfies Endpoint

export const freezePlaylist = {
  method: 'POST',
  path: '/playlists/:playlistId/freeze',
  access: 'user',
  summary: 'Saves the current tracks of a smart playlist as a separate, unlisted playlist, which does not change',
  params: z.object({ playlistId: Id }),
  body: z.strictObject({ title: text(TITLE_MAX) }),
  data: Playlist,
  fallback: fallbacks.createPlaylist,
  errors: ['playlists-full', 'smart-playlist-empty'],
} as const satisfies Endpoint
