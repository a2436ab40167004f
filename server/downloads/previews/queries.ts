/** SQL of preview links, and of what they play. */
import { sql } from 'kysely'
import { trackOrder } from '#server/catalog/music/track-info.ts'
import { contentJoins } from '#server/catalog/content/queries.ts'
import { exists, trackTakenDown } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type LinkRow = {
  id: string
  content_id: string
  name: string
  expires_at: Date
  plays_max: number | null
  has_download: boolean
  open_count: number
  play_count: number
  created_at: Date
  revoked_at: Date | null
}

const columns = sql`id, content_id, name, expires_at, plays_max, has_download, open_count, play_count, created_at, revoked_at`

export async function insertLink(
  tx: Tx,
  link: Omit<LinkRow, 'open_count' | 'play_count' | 'revoked_at'>,
  tokenHash: Buffer,
): Promise<void> {
  await sql`
    INSERT INTO preview_link (id, content_id, name, token_hash, expires_at, plays_max, has_download, created_at)
    VALUES (${link.id}, ${link.content_id}, ${link.name}, ${tokenHash}, ${link.expires_at}, ${link.plays_max},
      ${link.has_download}, ${link.created_at})`.execute(tx)
}

/** Newest first. */
export async function selectLinks(tx: Tx, contentId: string): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    SELECT ${columns} FROM preview_link WHERE content_id = ${contentId} ORDER BY created_at DESC, id DESC`.execute(tx)
  return rows
}

export async function revokeLink(tx: Tx, link: { contentId: string; linkId: string }, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE preview_link SET revoked_at = coalesce(revoked_at, ${now}::timestamptz)
    WHERE id = ${link.linkId} AND content_id = ${link.contentId} RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function findLink(tx: Tx, key: { tokenHash: Buffer } | { linkId: string }): Promise<LinkRow | undefined> {
  const where = 'linkId' in key ? sql`id = ${key.linkId}` : sql`token_hash = ${key.tokenHash}`
  const { rows } = await sql<LinkRow>`SELECT ${columns} FROM preview_link WHERE ${where}`.execute(tx)
  return rows[0]
}

export async function countOpen(tx: Tx, linkId: string): Promise<void> {
  await sql`UPDATE preview_link SET open_count = open_count + 1 WHERE id = ${linkId}`.execute(tx)
}

/** Undefined when all plays have been used. */
export async function countPlay(tx: Tx, linkId: string): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    UPDATE preview_link SET play_count = play_count + 1
    WHERE id = ${linkId} AND (plays_max IS NULL OR play_count < plays_max) RETURNING ${columns}`.execute(tx)
  return rows[0]
}

export type ItemRow = {
  id: string
  kind: 'track' | 'episode'
  title: string
  position: number
  live_key: string
  duration_ms: number
  made_formats: string[]
}

/** The finished tracks of an album in their order, or the track or episode itself; drafts too. */
export async function selectItems(tx: Tx, contentId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT id, kind, title, position, live_key, duration_ms, made_formats FROM (
      SELECT t.id, 'track' AS kind, t.title, t.position, t.live_key, coalesce(t.duration_ms, 0) AS duration_ms,
        ARRAY(SELECT file.format FROM download_file file JOIN download_track made ON made.track_id = file.track_id
          WHERE file.track_id = t.id AND file.format <> 'opus' AND made.made_of = t.live_key ORDER BY file.format)
          AS made_formats, row_number() OVER (ORDER BY ${trackOrder}) AS place
      FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
      WHERE (t.id = ${contentId} OR t.album_id = ${contentId}) AND ${exists.track}
        AND NOT ${trackTakenDown} AND t.live_key IS NOT NULL
      UNION ALL
      SELECT e.id, 'episode', e.title, e.position, e.live_key, coalesce(e.duration_ms, 0), ARRAY['mp3'], 1
      FROM episode e JOIN podcast p ON p.id = e.podcast_id
      WHERE e.id = ${contentId} AND ${exists.episode} AND coalesce(e.taken_down_at, p.taken_down_at) IS NULL
        AND e.live_key IS NOT NULL
    ) item ORDER BY place`.execute(tx)
  return rows
}

export async function findArtworkKey(tx: Tx, contentId: string): Promise<string | null> {
  const { rows } = await sql<{ artwork_key: string | null }>`
    SELECT coalesce(al.artwork_key, p.artwork_key) AS artwork_key FROM ${contentJoins} WHERE c.id = ${contentId}`.execute(
    tx,
  )
  return rows[0]?.artwork_key ?? null
}

export type MadeFile = { file_key: string; made_at: Date }

export async function findMadeFile(tx: Tx, trackId: string, format: string): Promise<MadeFile | undefined> {
  const { rows } = await sql<MadeFile>`
    SELECT file_key, made_at FROM download_file WHERE track_id = ${trackId} AND format = ${format}`.execute(tx)
  return rows[0]
}
