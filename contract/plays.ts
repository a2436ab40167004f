/** Plays: what a player reports of what was really heard, and why a play does not count.
 * Not the figures made of it; those are contract/stats.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** Most plays of one report. */
export const PLAYS_MAX = 50
/** One play counts per listener, content and this long. */
export const REPEAT_MINUTES = 30
/** A play that began longer ago is not taken any more. */
export const PLAY_AGE_DAYS = 7
/** Clocks of players may go this much ahead. */
export const CLOCK_SKEW_SECONDS = 60
/** The longest sound there is. */
export const HEARD_MAX_SECONDS = 43_200

const AGENT_MAX = 100

/** Where in the product a listener was when they pressed play. */
export const PlaySource = z.enum([
  'release',
  'artist',
  'playlist',
  'chart',
  'library',
  'search',
  'autoplay',
  'embed',
  'app',
  'other',
])
export type PlaySource = z.infer<typeof PlaySource>

/** Why a play does not count. `too-short`: the same playId may come again when more was heard. */
export const PlayRefusal = z.enum([
  'too-short',
  'replayed',
  'too-soon',
  'overlapping',
  'impossible-time',
  'too-old',
  'not-public',
  'robot',
])
export type PlayRefusal = z.infer<typeof PlayRefusal>

export const reportPlays = {
  method: 'POST',
  isUnseen: true,
  path: '/plays',
  access: 'public',
  summary: 'What was played; each counts at most once. Tell a play soon after it has counted or ended',
  body: z.strictObject({
    plays: z
      .array(
        z.strictObject({
          /** Made by the player when the sound begins; the same one in each report of this play. */
          playId: Id,
          /** A track or an episode. */
          contentId: Id,
          /** Seconds during which it really sounded: neither pauses nor what was skipped, and at any speed those of a clock. */
          secondsHeard: z.number().check(z.minimum(0), z.maximum(HEARD_MAX_SECONDS)),
          startedAt: Instant,
          /** The player's name, as `peal-web/1`; which browser it is, is read from the request. */
          agent: z.string().check(z.trim(), z.maxLength(AGENT_MAX)),
          source: z.optional(PlaySource),
        }),
      )
      .check(z.minLength(1), z.maxLength(PLAYS_MAX)),
  }),
  data: z.object({
    /** How many of them count. */
    counted: z.int(),
    /** The others, with the reason: nothing to try again, but for `too-short`. */
    refused: z.array(z.object({ playId: Id, reason: PlayRefusal })),
  }),
} as const satisfies Endpoint

const sourceOfRoom = new Map<string, PlaySource>([
  ['album', 'release'],
  ['track', 'release'],
  ['podcast', 'release'],
  ['episode', 'release'],
  ['artist', 'artist'],
  ['playlist', 'playlist'],
  ['top', 'chart'],
  ['new', 'chart'],
  ['shows', 'chart'],
  ['library', 'library'],
  ['search', 'search'],
])

/** The source that the page at this address is. */
export function playSourceOf(href: string): PlaySource {
  const room = /^\/([^/?#]*)/.exec(href)?.[1] ?? ''
  return sourceOfRoom.get(room) ?? 'other'
}
