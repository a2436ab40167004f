/** Defines once, as SQL, what the public sees. All queries of this module use the same table aliases: ar artist, al
 * album, t track, p podcast, e episode. Permission to write is checked in the first line of each behaviour. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/platform/http/caller.ts'
import { isEditedBy } from './team-sql.ts'

type Condition = RawBuilder<boolean>

const artistExists = sql<boolean>`ar.deleted_at IS NULL`
const albumExists = sql<boolean>`al.deleted_at IS NULL AND ${artistExists}`
const trackExists = sql<boolean>`t.deleted_at IS NULL AND ${albumExists}`
const podcastExists = sql<boolean>`p.deleted_at IS NULL`
const episodeExists = sql<boolean>`e.deleted_at IS NULL AND ${podcastExists}`

export const exists = {
  artist: artistExists,
  album: albumExists,
  track: trackExists,
  podcast: podcastExists,
  episode: episodeExists,
} as const

export const publicArtist = sql<boolean>`(${artistExists} AND ar.taken_down_at IS NULL)`

const publishedAlbum = sql<boolean>`${publicArtist} AND al.deleted_at IS NULL AND NOT al.is_draft`

export function publicAlbum(now: Date): Condition {
  return sql`(${publishedAlbum} AND al.published_at <= ${now})`
}

/** Not out yet, with a page that counts down to its date. */
export function countdownAlbum(now: Date): Condition {
  return sql`(${publishedAlbum} AND al.has_countdown AND al.published_at > ${now})`
}

/** By itself, or with its artist. */
export const trackTakenDown = sql<boolean>`(coalesce(t.taken_down_at, ar.taken_down_at) IS NOT NULL)`

/** A track also needs a streaming version; an album without such a track is public but not listed. Of an album with a
 * countdown, the tracks that play early are public. */
export function publicTrack(now: Date): Condition {
  return sql`(${publishedAlbum} AND (al.published_at <= ${now} OR al.has_countdown AND t.plays_early)
    AND t.deleted_at IS NULL AND t.taken_down_at IS NULL AND NOT t.is_draft AND t.published_at <= ${now}
    AND t.live_key IS NOT NULL)`
}

export function publicPodcast(now: Date): Condition {
  return sql`(p.deleted_at IS NULL AND p.taken_down_at IS NULL AND NOT p.is_draft AND p.published_at <= ${now})`
}

export function publicEpisode(now: Date): Condition {
  return sql`(${publicPodcast(now)} AND e.deleted_at IS NULL AND e.taken_down_at IS NULL
    AND NOT e.is_draft AND e.published_at <= ${now}
    AND e.live_key IS NOT NULL)`
}

/** Whether a content of this kind is public, by kind. */
export const isPublic = {
  artist: () => publicArtist,
  album: publicAlbum,
  track: publicTrack,
  podcast: publicPodcast,
  episode: publicEpisode,
} as const

/** The alias of the artist or podcast. */
const makers = {
  artist: 'ar',
  album: 'ar',
  track: 'ar',
  podcast: 'p',
  episode: 'p',
} as const

export type ContentKind = keyof typeof isPublic

/** What this caller may read: public content, and what the caller owns or edits and is not deleted. */
export function visibleTo(kind: ContentKind, caller: Caller, now: Date): Condition {
  const condition = isPublic[kind](now)
  if (caller.kind !== 'user') return condition
  return sql`(${condition} OR (${exists[kind]} AND ${isEditedBy(makers[kind], caller.userId)}))`
}

/** What this caller gets in a list: drafts only on request of the owner. */
export function listedFor(
  kind: ContentKind,
  caller: Caller,
  query: { unpublished?: string | undefined },
  now: Date,
): Condition {
  return query.unpublished === 'true' ? visibleTo(kind, caller, now) : isPublic[kind](now)
}

/** Albums are listed once they have a public track. */
export function hasPublicTrack(now: Date): Condition {
  return sql`EXISTS (SELECT FROM track t WHERE t.album_id = al.id AND ${publicTrack(now)})`
}

/** Artists are listed once they have a public track. */
export function artistWithMusic(now: Date): Condition {
  return sql`(${publicArtist} AND EXISTS (
    SELECT FROM album al JOIN track t ON t.album_id = al.id WHERE al.artist_id = ar.id AND ${publicTrack(now)}))`
}
