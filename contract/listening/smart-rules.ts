/** The rules that fill a smart playlist, and the moods of editors' lists. The calls: smart-playlists.ts, moods.ts. */
import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'

export const PLAYLIST_TRACKS_MAX = 300

/** In the order in which they are shown. */
export const moods = [
  'morning',
  'focus',
  'calm',
  'workout',
  'dinner',
  'party',
  'night-drive',
  'rain',
  'travel',
  'sleep',
] as const
export const Mood = z.enum(moods)
export type MoodName = z.output<typeof Mood>

/** Rules of one smart playlist. */
export const SMART_RULES_MAX = 20
const ARTISTS_MAX = 10
const GENRES_MAX = 25
const SATS_MAX = 2_100_000_000
const DAYS_MAX = 3_650
const PLAYS_MAX = 10_000
const SECONDS_MAX = 86_400

const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max))
const days = z.int().check(z.minimum(1), z.maximum(DAYS_MAX))

/** A condition for a track. Without `min` or `max`, that side is open. */
export const SmartRule = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('genre'),
    genreIds: z
      .array(z.int().check(z.minimum(0), z.maximum(2_147_483_647)))
      .check(z.minLength(1), z.maxLength(GENRES_MAX)),
  }),
  z.object({ field: z.literal('artist'), artistIds: z.array(Id).check(z.minLength(1), z.maxLength(ARTISTS_MAX)) }),
  /** In an editors' list of this mood. */
  z.object({ field: z.literal('mood'), mood: Mood }),
  z.object({ field: z.literal('explicit'), is: z.boolean() }),
  z.object({
    field: z.literal('seconds'),
    min: z.optional(count(SECONDS_MAX)),
    max: z.optional(count(SECONDS_MAX)),
  }),
  /** Days in UTC, inclusive. */
  z.object({ field: z.literal('released'), from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  z.object({ field: z.literal('released-within'), days }),
  /** Received in total. */
  z.object({ field: z.literal('sats'), min: z.optional(count(SATS_MAX)), max: z.optional(count(SATS_MAX)) }),
  z.object({ field: z.literal('liked'), is: z.boolean() }),
  /** By the owner, with at least so many sats in total. */
  z.object({ field: z.literal('zapped'), min: count(SATS_MAX) }),
  /** By the owner. */
  z.object({ field: z.literal('plays'), min: z.optional(count(PLAYS_MAX)), max: z.optional(count(PLAYS_MAX)) }),
  z.object({ field: z.literal('not-played-within'), days }),
])

export const smartOrders = ['newest', 'oldest', 'sats', 'my-plays', 'random'] as const

export const SmartDefinition = z.object({
  match: z.enum(['all', 'any']),
  rules: z.array(SmartRule).check(z.maxLength(SMART_RULES_MAX)),
  /** `random` stays the same for a day. */
  order: z.enum(smartOrders),
  limit: z.int().check(z.minimum(1), z.maximum(PLAYLIST_TRACKS_MAX)),
})
