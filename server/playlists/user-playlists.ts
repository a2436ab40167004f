/** All playlists of one user: the favourites for the account, and all of them for the data export. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { selectEntries } from './entry-queries.ts'
import { findFavorites, type Visibility } from './playlist-queries.ts'

export type Favorites = { playlistId: string; visibility: Visibility; trackIds: string[] }

/** Null if the user has never liked a track. */
export async function readFavorites(tx: Tx, userId: string): Promise<Favorites | null> {
  const playlist = await findFavorites(tx, userId)
  if (playlist === undefined) return null
  const entries = await selectEntries(tx, playlist.id)
  return {
    playlistId: playlist.id,
    visibility: playlist.visibility,
    trackIds: entries.map(({ track_id }) => track_id),
  }
}

/** The id of the user's public favourites; null while they are private. */
export async function findSharedFavorites(tx: Tx, userId: string): Promise<string | null> {
  const playlist = await findFavorites(tx, userId)
  return playlist?.visibility === 'public' ? playlist.id : null
}

const EXPORTED_MAX = 1_000

export async function exportPlaylists(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT to_jsonb(pl) - 'user_id' || jsonb_build_object('tracks', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('trackId', pe.track_id, 'addedAt', pe.added_at)
          || CASE WHEN fi.id IS NULL THEN '{}' ELSE jsonb_build_object('feedUrl', ff.url, 'itemGuid', fi.guid) END
          ORDER BY pe.position), '[]'::jsonb)
      FROM playlist_entry pe LEFT JOIN foreign_item fi ON fi.id = pe.track_id
      LEFT JOIN foreign_feed ff ON ff.id = fi.feed_id
      WHERE pe.playlist_id = pl.id)) AS row
    FROM playlist pl WHERE pl.user_id = ${userId} ORDER BY pl.id LIMIT ${EXPORTED_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}
