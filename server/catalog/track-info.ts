/** A track as every list and page shows it: the columns, and the one mapping from them.
 * Not which tracks; each query adds its own condition and order. */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { ColorInfo } from '#contract/fields.ts'
import type { TrackInfo } from '#contract/tracks.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Addresses } from './catalog.ts'
import { receivedColumns, receivedJoins, type Received } from './total-queries.ts'

export type Colors = output<typeof ColorInfo> | null

export type TrackRow = Received & {
  id: string
  album_id: string
  title: string
  position: number
  lyrics: string | null
  is_explicit: boolean
  is_draft: boolean
  processing_state: 'waiting' | 'finished' | 'failed'
  failure_text: string | null
  live_key: string | null
  duration_ms: number | null
  published_at: Date | null
  created_at: Date
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
}

/** A track with its album (al) and its artist (ar). */
export const trackJoins = sql`track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id`

export type TrackQuery = {
  now: Date
  where: RawBuilder<boolean>
  orderBy: RawBuilder<unknown>
  limit: number
}

export async function selectTracks(tx: Tx, { now, where, orderBy, limit }: TrackQuery): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    SELECT t.id, t.album_id, t.title, t.position, t.lyrics, t.is_explicit, t.is_draft, t.processing_state,
      t.failure_text, t.live_key, t.duration_ms, t.published_at, t.created_at,
      al.title AS album_title, al.artwork_key AS album_artwork_key, al.color_info AS album_color_info,
      al.genre_id, al.subgenre_id, ar.id AS artist_id, ar.name AS artist_name, ar.artist_url, ar.npub AS artist_npub,
      ar.artwork_key AS artist_artwork_key, ar.user_id, ${receivedColumns}
    FROM ${trackJoins} ${receivedJoins('t.id', now)}
    WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}`.execute(tx)
  return rows
}

export function addressOf(addresses: Addresses, key: string | null): string | null {
  return key === null ? null : addresses.publicUrl(key)
}

export function toTrackInfo(addresses: Addresses, row: TrackRow): output<typeof TrackInfo> {
  return {
    id: row.id,
    title: row.title,
    artist: row.artist_name,
    artistId: row.artist_id,
    artistUrl: row.artist_url,
    avatarUrl: addressOf(addresses, row.artist_artwork_key),
    userId: row.user_id,
    albumId: row.album_id,
    albumTitle: row.album_title,
    artworkUrl: addressOf(addresses, row.album_artwork_key),
    colorInfo: row.album_color_info,
    liveUrl: addressOf(addresses, row.live_key),
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    order: row.position,
    isExplicit: row.is_explicit,
    isDraft: row.is_draft,
    isProcessing: row.processing_state === 'waiting',
    compressorError: row.failure_text,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    msatTotal: row.msat_total,
    msatTotal1Days: row.msat_1_days,
    msatTotal7Days: row.msat_7_days,
    msatTotal30Days: row.msat_30_days,
    genreId: row.genre_id,
    subgenreId: row.subgenre_id,
    artistNpub: row.artist_npub,
    hasPromo: false,
  }
}
