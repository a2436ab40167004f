/** Editors' lists: public playlists that operators list for a mood or an occasion. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import { ClassificationNumber, Id } from '#contract/fields.ts'
import { PlaylistSummary } from './playlists.ts'
import { Mood } from './smart-rules.ts'

/** Lists of one mood. */
export const MOOD_LISTS_MAX = 60

const MoodLists = z.object({ mood: Mood, playlists: z.array(PlaylistSummary) })

export const listMoods = {
  ...publicRead,
  path: '/moods',
  summary: "The moods that have editors' lists, each with its lists; with a genre, only lists of mostly this genre",
  query: z.object({ mood: z.optional(Mood), genreId: z.optional(ClassificationNumber) }),
  data: z.array(MoodLists),
} as const satisfies Endpoint

export const setMoodLists = {
  method: 'PUT',
  path: '/admin/moods/:mood',
  access: ['moderator'],
  summary: "Replaces the editors' lists of a mood by these public playlists, in this order",
  params: z.object({ mood: Mood }),
  body: z.strictObject({ playlistIds: z.array(Id).check(z.maxLength(MOOD_LISTS_MAX)) }),
  data: MoodLists,
  errors: ['login-not-fresh', 'playlist-not-public'],
} as const satisfies Endpoint
