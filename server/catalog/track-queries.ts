/** SQL of tracks: making one, and which of them a list holds. What a track looks like is in track-info.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Who } from '#server/platform/who.ts'
import { selectTracks, type TrackRow } from './track-info.ts'
import { listedFor, publicAlbum, publicTrack, visibleTo } from './visibility.ts'

export const TRACKS_MAX = 50

export type NewTrack = {
  id: string
  albumId: string
  assetId: string
  title: string
  position: number
  lyrics: string | null
  isExplicit: boolean
  isDraft: boolean
  now: Date
}

export async function insertTrack(tx: Tx, track: NewTrack): Promise<void> {
  await sql`
    INSERT INTO track (id, album_id, title, position, lyrics, is_explicit, is_draft, asset_id, created_at, updated_at)
    VALUES (${track.id}, ${track.albumId}, ${track.title}, ${track.position}, ${track.lyrics}, ${track.isExplicit},
      ${track.isDraft}, ${track.assetId}, ${track.now}, ${track.now})`.execute(tx)
}

/** How many tracks an album has, and whether one of them has this title already. */
/** A file that could not be used takes neither a place nor its title. */
export async function countTracks(tx: Tx, albumId: string, title: string): Promise<{ made: number; same: number }> {
  const { rows } = await sql<{ made: number; same: number }>`
    SELECT count(*)::int AS made, count(*) FILTER (WHERE lower(title) = lower(${title}))::int AS same
    FROM track
    WHERE album_id = ${albumId} AND deleted_at IS NULL AND processing_state <> 'failed'`.execute(tx)
  return rows[0] ?? { made: 0, same: 0 }
}

export async function findVisibleTrack(tx: Tx, who: Who, trackId: string, now: Date): Promise<TrackRow | undefined> {
  const where = sql<boolean>`t.id = ${trackId} AND ${visibleTo('track', who, now)}`
  return (await selectTracks(tx, { now, where, orderBy: sql`t.id`, limit: 1 }))[0]
}

export function selectAlbumTracks(
  tx: Tx,
  who: Who,
  albumId: string,
  query: { unpublished?: string | undefined },
  now: Date,
): Promise<TrackRow[]> {
  const where = sql<boolean>`t.album_id = ${albumId} AND ${listedFor('track', who, query, now)}`
  return selectTracks(tx, { now, where, orderBy: sql`t.position, t.id`, limit: TRACKS_MAX })
}

/** The tracks of an artist that received most. */
export function selectBestTracks(tx: Tx, artistId: string, limit: number, now: Date): Promise<TrackRow[]> {
  const where = sql<boolean>`ar.id = ${artistId} AND ${publicTrack(now)}`
  return selectTracks(tx, { now, where, orderBy: sql`msat_total DESC, t.published_at DESC, t.id`, limit })
}

/** The first track of each release, newest release first. */
export function selectNewTracks(tx: Tx, limit: number, now: Date): Promise<TrackRow[]> {
  const where = sql<boolean>`t.id IN (
    SELECT opening.id FROM album al JOIN artist ar ON ar.id = al.artist_id
    CROSS JOIN LATERAL (
      SELECT t.id FROM track t WHERE t.album_id = al.id AND ${publicTrack(now)} ORDER BY t.position, t.id LIMIT 1
    ) opening
    WHERE ${publicAlbum(now)} ORDER BY al.published_at DESC, al.id DESC LIMIT ${limit})`
  return selectTracks(tx, { now, where, orderBy: sql`al.published_at DESC, al.id DESC`, limit })
}

export async function findPeaks(tx: Tx, contentId: string, who: Who, now: Date): Promise<Buffer | undefined> {
  const { rows } = await sql<{ peaks: Buffer }>`
    SELECT w.peaks FROM waveform w
    LEFT JOIN (track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id) ON t.id = w.content_id
    LEFT JOIN (episode e JOIN podcast p ON p.id = e.podcast_id) ON e.id = w.content_id
    WHERE w.content_id = ${contentId}
      AND ((t.id IS NOT NULL AND ${visibleTo('track', who, now)})
        OR (e.id IS NOT NULL AND ${visibleTo('episode', who, now)}))`.execute(tx)
  return rows[0]?.peaks
}
