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

/** Conditions for a track. Without `min` or `max`, that side is open. */
const rules = {
  genre: {
    field: z.literal('genre'),
    genreIds: z
      .array(z.int().check(z.minimum(0), z.maximum(2_147_483_647)))
      .check(z.minLength(1), z.maxLength(GENRES_MAX)),
  },
  artist: { field: z.literal('artist'), artistIds: z.array(Id).check(z.minLength(1), z.maxLength(ARTISTS_MAX)) },
  /** In an editors' list of this mood. */
  mood: { field: z.literal('mood'), mood: Mood },
  explicit: { field: z.literal('explicit'), is: z.boolean() },
  seconds: {
    field: z.literal('seconds'),
    min: z.optional(count(SECONDS_MAX)),
    max: z.optional(count(SECONDS_MAX)),
  },
  /** Days in UTC, inclusive. */
  released: { field: z.literal('released'), from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) },
  releasedWithin: { field: z.literal('released-within'), days },
  /** Received in total. */
  sats: { field: z.literal('sats'), min: z.optional(count(SATS_MAX)), max: z.optional(count(SATS_MAX)) },
  liked: { field: z.literal('liked'), is: z.boolean() },
  /** By the owner, with at least this many sats in total. */
  zapped: { field: z.literal('zapped'), min: count(SATS_MAX) },
  /** By the owner. */
  plays: { field: z.literal('plays'), min: z.optional(count(PLAYS_MAX)), max: z.optional(count(PLAYS_MAX)) },
  notPlayedWithin: { field: z.literal('not-played-within'), days },
}

export const SmartRule = z.discriminatedUnion('field', [
  z.strictObject(rules.genre),
  z.strictObject(rules.artist),
  z.strictObject(rules.mood),
  z.strictObject(rules.explicit),
  z.strictObject(rules.seconds),
  z.strictObject(rules.released),
  z.strictObject(rules.releasedWithin),
  z.strictObject(rules.sats),
  z.strictObject(rules.liked),
  z.strictObject(rules.zapped),
  z.strictObject(rules.plays),
  z.strictObject(rules.notPlayedWithin),
])
/** The same in a response. */
const ShownRule = z.discriminatedUnion('field', [
  z.object(rules.genre),
  z.object(rules.artist),
  z.object(rules.mood),
  z.object(rules.explicit),
  z.object(rules.seconds),
  z.object(rules.released),
  z.object(rules.releasedWithin),
  z.object(rules.sats),
  z.object(rules.liked),
  z.object(rules.zapped),
  z.object(rules.plays),
  z.object(rules.notPlayedWithin),
])

export const smartOrders = ['newest', 'oldest', 'sats', 'my-plays', 'random'] as const

const settings = {
  match: z.enum(['all', 'any']),
  /** `random` stays the same for a day. */
  order: z.enum(smartOrders),
  limit: z.int().check(z.minimum(1), z.maximum(PLAYLIST_TRACKS_MAX)),
}

export const SmartDefinition = z.strictObject({
  ...settings,
  rules: z.array(SmartRule).check(z.maxLength(SMART_RULES_MAX)),
})
export const ShownDefinition = z.object({ ...settings, rules: z.array(ShownRule) })
