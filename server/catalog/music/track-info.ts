/** A track as every list and page shows it: the columns, and the mapping from them.
 * Which tracks are selected is up to each query, which adds its own condition and order. */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { TrackInfo } from '#contract/catalog/tracks.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Addresses } from '#server/catalog/catalog.ts'
import { urlOf, type Colors, describeAudio, type AudioRow } from '#server/catalog/audio/audio-info.ts'
import { trackTakenDown } from '#server/catalog/content/visibility.ts'
import { bylineOf, mainPerformers } from './byline.ts'
import { type PerformerRow, trackPerformers } from './performer-queries.ts'
import { receivedColumns, receivedJoins } from '#server/catalog/audio/total-queries.ts'

export type TrackRow = AudioRow & {
  id: string
  album_id: string
  title: string
  disc: number
  isrc: string | null
  has_lyrics: boolean
  album_title: string
  album_artwork_key: string | null
  album_color_info: Colors
  genre_id: number | null
  subgenre_id: number | null
  artist_id: string
  artist_name: string
  artist_url: string
  artist_npub: string | null
  artist_artwork_key: string | null
  user_id: string
  performers: PerformerRow[] | null
  /** What a promo of this track pays per minute now; null if it has none. */
  promo_msat: bigint | null
}

/** The order of the tracks (t) of an album. */
export const trackOrder = sql`t.disc, t.position, t.id`

/** A track with its album (al) and artist (ar). */
export const trackJoins = sql`track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id`

export type TrackQuery = {
  now: Date
  where: RawBuilder<boolean>
  orderBy: RawBuilder<unknown>
  limit: number
  offset?: number
}

/** Selects ids first and joins details after: daily amounts are summed only for the tracks that are returned.
 * `orderBy` may use msat_total. */
export async function selectTracks(
  tx: Tx,
  { now, where, orderBy, limit, offset = 0 }: TrackQuery,
): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    SELECT t.id, t.album_id, t.title, t.position, t.disc, t.isrc, t.lyrics IS NOT NULL AS has_lyrics, t.is_explicit, t.is_draft,
      ${trackTakenDown} AS is_taken_down,
      t.processing_state, t.failure_code, t.failure_text, t.asset_id, t.live_key, t.duration_ms, t.published_at, t.created_at,
      al.title AS album_title, al.artwork_key AS album_artwork_key, al.color_info AS album_color_info,
      al.genre_id, al.subgenre_id, ar.id AS artist_id, ar.name AS artist_name, ar.artist_url, ar.npub AS artist_npub,
      ar.artwork_key AS artist_artwork_key, ar.user_id, ${trackPerformers} AS performers, ${receivedColumns},
      (SELECT payout_msat FROM promo WHERE content_id = t.id AND is_open AND is_paying) AS promo_msat
    FROM (SELECT selected_id, row_number() OVER () AS place FROM (
        SELECT t.id AS selected_id, coalesce(received.msat_total, 0) AS msat_total
        FROM ${trackJoins} LEFT JOIN content_total received ON received.content_id = t.id
        WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}) ordered) selected
      JOIN (${trackJoins}) ON t.id = selected.selected_id ${receivedJoins('t.id', now)}
    ORDER BY selected.place`.execute(tx)
  return rows
}

/** `isForEditor`: for the owner, or a member who edits. */
export function toTrackInfo(addresses: Addresses, row: TrackRow, isForEditor = false): output<typeof TrackInfo> {
  return {
    id: row.id,
    title: row.title,
    artist: row.artist_name,
    byline: bylineOf(row),
    bylineUrl: mainPerformers(row)[0]?.artistUrl ?? null,
    artistId: row.artist_id,
    artistUrl: row.artist_url,
    avatarUrl: urlOf(addresses, row.artist_artwork_key),
    userId: row.user_id,
    albumId: row.album_id,
    albumTitle: row.album_title,
    artworkUrl: urlOf(addresses, row.album_artwork_key),
    colorInfo: row.album_color_info,
    ...describeAudio(addresses, row, isForEditor),
    genreId: row.genre_id,
    subgenreId: row.subgenre_id,
    disc: row.disc,
    isrc: row.isrc,
    hasLyrics: row.has_lyrics,
    artistNpub: row.artist_npub,
    hasPromo: row.promo_msat !== null,
    msatPayoutAmount: row.promo_msat,
  }
}
