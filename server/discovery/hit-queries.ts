/** SQL of users and playlists that were found; catalogue content is read by the catalogue's own queries. */
import { sql } from 'kysely'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

type FoundUser = { id: string; username: string; display_name: string | null; artwork_key: string | null }
type FoundPlaylist = { id: string; title: string; owner: string; artwork_key: string | null }

export async function selectFoundUsers(tx: Tx, ids: readonly string[]): Promise<FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    SELECT id, username, display_name, artwork_key FROM person
    WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL`.execute(tx)
  return rows
}

/** With the artwork of the first public track that has any. */
export async function selectFoundPlaylists(tx: Tx, ids: readonly string[], now: Date): Promise<FoundPlaylist[]> {
  const { rows } = await sql<FoundPlaylist>`
    SELECT pl.id, pl.title, coalesce(person.display_name, person.username) AS owner, (
      SELECT al.artwork_key FROM playlist_entry entry
      JOIN track t ON t.id = entry.track_id JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
      WHERE entry.playlist_id = pl.id AND al.artwork_key IS NOT NULL AND ${publicTrack(now)}
      ORDER BY entry.position LIMIT 1) AS artwork_key
    FROM playlist pl JOIN person ON person.id = pl.user_id
    WHERE pl.id = ANY(${ids}::uuid[]) AND pl.visibility = 'public' AND person.deleted_at IS NULL`.execute(tx)
  return rows
}
