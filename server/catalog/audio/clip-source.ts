/** What a clip is made of: the audio of a public track or episode, and whether its artist allows clips. */
import { sql } from 'kysely'
import { publicEpisode, publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type ClipSource = { kind: 'track' | 'episode'; live_key: string; duration_ms: number; allows_clips: boolean }

export async function findClipSource(tx: Tx, contentId: string, now: Date): Promise<ClipSource | undefined> {
  const { rows } = await sql<ClipSource>`
    SELECT 'track' AS kind, t.live_key, coalesce(t.duration_ms, 0) AS duration_ms, ar.allows_clips
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ${contentId} AND ${publicTrack(now)}
    UNION ALL
    SELECT 'episode', e.live_key, coalesce(e.duration_ms, 0), p.allows_clips
    FROM episode e JOIN podcast p ON p.id = e.podcast_id
    WHERE e.id = ${contentId} AND ${publicEpisode(now)}`.execute(tx)
  return rows[0]
}
