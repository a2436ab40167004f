/** SQL of playlists, with the alias pl. Their entries are entry-queries.ts. */
import { type RawBuilder, sql } from 'kysely'
import { PLAYLISTS_MAX, PREVIEW_TRACKS } from '#contract/listening/playlists.ts'
import type { Colors } from '#server/catalog/audio/audio-info.ts'
import { trackJoins } from '#server/catalog/music/track-info.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Visibility = 'public' | 'unlisted' | 'private'

export type PlaylistRow = {
  id: string
  user_id: string
  title: string
  description: string | null
  is_favorites: boolean
  is_smart: boolean
  visibility: Visibility
  revision: number
  created_at: Date
  updated_at: Date
}

const columns = sql`pl.id, pl.user_id, pl.title, pl.description, pl.is_favorites, pl.visibility, pl.revision,
  pl.created_at, pl.updated_at, EXISTS (SELECT FROM smart_playlist sp WHERE sp.playlist_id = pl.id) AS is_smart`

export async function findPlaylist(tx: Tx, playlistId: string): Promise<PlaylistRow | undefined> {
  const { rows } = await sql<PlaylistRow>`SELECT ${columns} FROM playlist pl WHERE pl.id = ${playlistId}`.execute(tx)
  return rows[0]
}

/** Locked until the transaction ends: changes to its entries wait for each other. */
export async function lockPlaylist(tx: Tx, playlistId: string): Promise<PlaylistRow | undefined> {
  const { rows } = await sql<PlaylistRow>`
    SELECT ${columns} FROM playlist pl WHERE pl.id = ${playlistId} FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function findFavorites(tx: Tx, userId: string): Promise<PlaylistRow | undefined> {
  const { rows } = await sql<PlaylistRow>`
    SELECT ${columns} FROM playlist pl WHERE pl.user_id = ${userId} AND pl.is_favorites`.execute(tx)
  return rows[0]
}

export type NewPlaylist = {
  id: string
  userId: string
  title: string
  description: string | null
  isFavorites: boolean
  visibility: Visibility
  now: Date
}

/** False when the user has the maximum number, already has favourites, or the id exists. */
export async function insertPlaylist(tx: Tx, playlist: NewPlaylist): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO playlist (id, user_id, title, description, is_favorites, visibility, created_at, updated_at)
    SELECT ${playlist.id}::uuid, ${playlist.userId}::uuid, ${playlist.title}, ${playlist.description},
      ${playlist.isFavorites}::boolean, ${playlist.visibility}, ${playlist.now}::timestamptz, ${playlist.now}::timestamptz
    WHERE ${playlist.isFavorites}::boolean OR
      (SELECT count(*) FROM playlist pl WHERE pl.user_id = ${playlist.userId}) < ${PLAYLISTS_MAX}
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return rows.length === 1
}

export type PlaylistChange = { title: string; description: string | null; visibility: Visibility; now: Date }

export async function updatePlaylist(tx: Tx, playlistId: string, change: PlaylistChange): Promise<void> {
  await sql`
    UPDATE playlist SET title = ${change.title}, description = ${change.description}, visibility = ${change.visibility},
      updated_at = ${change.now} WHERE id = ${playlistId}`.execute(tx)
}

/** Call after changing the entries. Returns the new revision. */
export async function touchPlaylist(tx: Tx, playlistId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    UPDATE playlist SET revision = revision + 1, updated_at = ${now} WHERE id = ${playlistId} RETURNING revision`.execute(
    tx,
  )
  return rows[0]!.revision
}

export async function deletePlaylist(tx: Tx, playlistId: string): Promise<void> {
  await sql`DELETE FROM playlist WHERE id = ${playlistId}`.execute(tx)
}

export async function deletePlaylistsOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM playlist WHERE user_id = ${userId}`.execute(tx)
}

type PreviewRow = {
  id: string
  title: string
  artist: string
  artworkKey: string | null
  durationMs: number | null
  colorInfo: Colors
}
export type SummaryRow = PlaylistRow & {
  track_count: number
  duration_ms: number
  preview: PreviewRow[]
  has_track: boolean | null
}

type SummaryQuery = {
  where: RawBuilder<boolean>
  orderBy: RawBuilder<unknown>
  /** Also returns whether each playlist contains this track. */
  trackId?: string | undefined
  limit?: number
  /** Their own playlists also count items that only they see. */
  viewerId?: string | null
  now: Date
}

/** Playlists as shown in lists, with their public tracks and items of foreign feeds. */
export async function selectSummaries(tx: Tx, query: SummaryQuery): Promise<SummaryRow[]> {
  const { where, orderBy, trackId = null, limit = PLAYLISTS_MAX, viewerId = null, now } = query
  const heard = sql`FROM playlist_entry pe
    LEFT JOIN (${trackJoins}) ON t.id = pe.track_id AND ${publicTrack(now)}
    LEFT JOIN foreign_item fi ON fi.id = pe.track_id LEFT JOIN foreign_feed ff ON ff.id = fi.feed_id
    WHERE pe.playlist_id = pl.id AND (t.id IS NOT NULL
      OR (fi.id IS NOT NULL AND (pl.visibility = 'private' OR NOT ff.is_private OR pl.user_id = ${viewerId}::uuid)))`
  const { rows } = await sql<SummaryRow>`
    SELECT ${columns}, sums.track_count, sums.duration_ms, coalesce(first.preview, '[]'::jsonb) AS preview,
      CASE WHEN ${trackId}::uuid IS NOT NULL THEN EXISTS (
        SELECT FROM playlist_entry pe WHERE pe.playlist_id = pl.id AND pe.track_id = ${trackId}::uuid) END AS has_track
    FROM playlist pl
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS track_count,
        coalesce(sum(coalesce(t.duration_ms, fi.duration_seconds * 1000::bigint)), 0)::float8 AS duration_ms ${heard}) sums
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(to_jsonb(shown) - 'position' ORDER BY shown.position) AS preview FROM (
        SELECT pe.track_id AS id, coalesce(t.title, fi.title) AS title, coalesce(ar.name, ff.title) AS artist,
          coalesce(al.artwork_key, ff.image_key) AS "artworkKey",
          coalesce(t.duration_ms, fi.duration_seconds * 1000::bigint) AS "durationMs", al.color_info AS "colorInfo", pe.position
        ${heard} ORDER BY pe.position LIMIT ${PREVIEW_TRACKS}) shown) first
    WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}`.execute(tx)
  return rows
}
