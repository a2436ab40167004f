/** SQL of the feeds of albums and artists. Only what is public now. */
import { type RawBuilder, sql } from 'kysely'
import type { Licence } from '#contract/catalog/releases.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import {
  hasPublicTrack,
  publicAlbum,
  publicArtist,
  publicPodcast,
  publicTrack,
} from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { rowVersion } from '#server/platform/database/engine.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import type { FeedState } from './feed-cache.ts'
import { movedTo } from './moved.ts'

/** Writes to what belongs to a track or episode, such as its time splits, also write its row. */
export const haveTimeSplits = (ids: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM time_split WHERE content_id = ANY(${ids}))`
export const nostrKeysOf = (userId: RawBuilder<string>) =>
  sql<string[]>`ARRAY(SELECT subject FROM identity WHERE user_id = ${userId} AND issuer = ${NOSTR_ISSUER})`

/** Includes drafts, because an album with a draft is not complete. */
export async function findAlbumState(tx: Tx, albumId: string, now: Date): Promise<FeedState | undefined> {
  const { rows } = await sql<FeedState>`
    SELECT md5(concat(${rowVersion('al')}, ${rowVersion('ar')}, ${movedTo('ar', now)}, own.version)) AS version,
      own.ids::text[] AS "itemIds",
      ${haveTimeSplits(sql`own.ids`)} AS "hasTimeSplits", ${nostrKeysOf(sql`ar.user_id`)} AS "nostrKeys",
      ${movedTo('al', now)} AS "movedTo"
    FROM album al JOIN artist ar ON ar.id = al.artist_id CROSS JOIN LATERAL (
      SELECT string_agg(concat(item.id, item.version, item.is_public), ' ' ORDER BY item.id) AS version,
        coalesce(array_agg(item.id) FILTER (WHERE item.is_public), '{}') AS ids
      FROM (SELECT t.id, ${rowVersion('t')} AS version, ${publicTrack(now)} IS TRUE AS is_public FROM track t
        WHERE t.album_id = al.id AND t.deleted_at IS NULL) item) own
    WHERE al.id = ${albumId} AND ${publicAlbum(now)}`.execute(tx)
  return rows[0]
}

export type AlbumRow = {
  id: string
  title: string
  description: string | null
  artwork_key: string | null
  upc: string | null
  credits: StoredCredit[]
  phonogram_line: string | null
  copyright_line: string | null
  licence: Licence | null
  language: string | null
  artist_id: string
  artist_name: string
  artist_npub: string | null
  room_id: string | null
  is_complete: boolean
  new_feed_url: string | null
  changed_at: Date
}

/** Also counts tracks that are not public any more. */
export const albumChangedAt = (now: Date) => sql<Date>`greatest(al.updated_at, al.published_at, ar.updated_at, (
  SELECT max(greatest(t.updated_at, t.published_at, t.deleted_at)) FROM track t
  WHERE t.album_id = al.id AND t.published_at <= ${now}))`

export async function findAlbum(tx: Tx, albumId: string, now: Date): Promise<AlbumRow | undefined> {
  const { rows } = await sql<AlbumRow>`
    SELECT al.id, al.title, al.description, al.artwork_key, al.upc, al.credits, al.phonogram_line, al.copyright_line,
      al.licence, al.language, al.new_feed_url, ar.id AS artist_id, ar.name AS artist_name, ar.npub AS artist_npub, ar.room_id,
      NOT EXISTS (SELECT FROM track t WHERE t.album_id = al.id AND t.deleted_at IS NULL AND NOT ${publicTrack(now)})
        AS is_complete,
      ${albumChangedAt(now)} AS changed_at
    FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE al.id = ${albumId} AND ${publicAlbum(now)}`.execute(tx)
  return rows[0]
}

export type TrackRow = {
  id: string
  title: string
  position: number
  lyrics: string | null
  isrc: string | null
  credits: StoredCredit[]
  is_explicit: boolean
  published_at: Date | null
  duration_ms: number | null
  live_key: string | null
}

export async function selectAlbumTracks(tx: Tx, albumId: string, now: Date): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    SELECT t.id, t.title, t.position, t.lyrics, t.isrc, t.credits, t.is_explicit, t.published_at, t.duration_ms, t.live_key
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.album_id = ${albumId} AND ${publicTrack(now)} ORDER BY t.position, t.id`.execute(tx)
  return rows
}

export type ArtistRow = {
  id: string
  name: string
  artist_url: string
  bio: string | null
  artwork_key: string | null
  npub: string | null
  room_id: string | null
  new_feed_url: string | null
  moved_to: string | null
  updated_at: Date
}

export async function findArtist(tx: Tx, artistId: string, now: Date): Promise<ArtistRow | undefined> {
  const { rows } = await sql<ArtistRow>`
    SELECT ar.id, ar.name, ar.artist_url, ar.bio, ar.artwork_key, ar.npub, ar.room_id, ar.new_feed_url,
      ${movedTo('ar', now)} AS moved_to, ar.updated_at
    FROM artist ar WHERE ar.id = ${artistId} AND ${publicArtist}`.execute(tx)
  return rows[0]
}

export type ReleaseRow = { id: string; title: string; published_at: Date | null; updated_at: Date }

const RELEASES_MAX = 1_000

/** Newest first. */
export async function selectReleases(tx: Tx, artistId: string, now: Date): Promise<ReleaseRow[]> {
  const { rows } = await sql<ReleaseRow>`
    SELECT al.id, al.title, al.published_at, al.updated_at FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE al.artist_id = ${artistId} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
    ORDER BY al.published_at DESC, al.id DESC LIMIT ${RELEASES_MAX}`.execute(tx)
  return rows
}

export type ListedFeedRow = { id: string; kind: 'podcast' | 'album'; title: string; page_name: string }

const LISTED_MAX = 5_000

/** Newest first. */
export async function selectListedFeeds(tx: Tx, now: Date): Promise<ListedFeedRow[]> {
  const { rows } = await sql<ListedFeedRow>`
    (SELECT p.id, 'podcast' AS kind, p.name AS title, p.podcast_url AS page_name FROM podcast p
      WHERE ${publicPodcast(now)} ORDER BY p.published_at DESC, p.id DESC LIMIT ${LISTED_MAX})
    UNION ALL
    (SELECT al.id, 'album', concat(ar.name, ' – ', al.title), al.id::text FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE ${publicAlbum(now)} AND ${hasPublicTrack(now)} ORDER BY al.published_at DESC, al.id DESC
      LIMIT ${LISTED_MAX})`.execute(tx)
  return rows
}

export type LyricsRow = { lyrics: string | null; duration_ms: number | null }

export async function findLyrics(tx: Tx, trackId: string, now: Date): Promise<LyricsRow | undefined> {
  const { rows } = await sql<LyricsRow>`
    SELECT t.lyrics, t.duration_ms
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ${trackId} AND ${publicTrack(now)}`.execute(tx)
  return rows[0]
}
