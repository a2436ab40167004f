/** SQL of the index of all content that can be paid. */
import { type RawBuilder, sql } from 'kysely'
import { someIds } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readShared } from '#server/platform/database/shared-reads.ts'
import {
  type ContentKind,
  exists,
  publicAlbum,
  publicArtist,
  publicEpisode,
  publicPodcast,
  publicTrack,
} from './visibility.ts'

export async function insertContent(
  tx: Tx,
  content: { id: string; type: ContentKind; ownerId: string },
): Promise<void> {
  await sql`INSERT INTO content (id, type, owner_id) VALUES (${content.id}, ${content.type}, ${content.ownerId})`.execute(
    tx,
  )
}

/** How many of a kind a user has created, up to `max`. */
export async function countContent(tx: Tx, ownerId: string, type: ContentKind, max: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    SELECT count(*)::int AS made FROM (
      SELECT FROM content WHERE owner_id = ${ownerId} AND type = ${type} LIMIT ${max}) counted`.execute(tx)
  return rows[0]?.made ?? 0
}

export type ContentRow = {
  id: string
  type: ContentKind
  owner_id: string
  title: string
  artist_name: string
  parent_id: string | null
  is_public: boolean
  is_deleted: boolean
  is_taken_down: boolean
  msat_total: bigint
}

/** The tables of all kinds beside the index, with the aliases that visibility.ts uses. */
export const contentJoins = sql`content c
  LEFT JOIN track t ON t.id = c.id
  LEFT JOIN episode e ON e.id = c.id
  LEFT JOIN album al ON al.id = CASE c.type WHEN 'album' THEN c.id ELSE t.album_id END
  LEFT JOIN artist ar ON ar.id = CASE c.type WHEN 'artist' THEN c.id ELSE al.artist_id END
  LEFT JOIN podcast p ON p.id = CASE c.type WHEN 'podcast' THEN c.id ELSE e.podcast_id END`

export const contentsOf = (contentIds: readonly string[]) => sql`
  ${someIds(contentIds)} wanted JOIN (${contentJoins}) ON c.id = wanted.id`

export async function findContent(tx: Tx, contentId: string, now: Date): Promise<ContentRow | undefined> {
  const [row] = await findContents(tx, [contentId], now)
  return row
}

/** The title, and whether the public sees the content, of a row of contentJoins. */
export const contentTitle = sql<string>`CASE c.type WHEN 'artist' THEN ar.name WHEN 'album' THEN al.title
  WHEN 'track' THEN t.title WHEN 'podcast' THEN p.name ELSE e.title END`

export function publicContent(now: Date): RawBuilder<boolean> {
  return sql`CASE c.type WHEN 'artist' THEN ${publicArtist} WHEN 'album' THEN ${publicAlbum(now)}
    WHEN 'track' THEN ${publicTrack(now)} WHEN 'podcast' THEN ${publicPodcast(now)}
    ELSE ${publicEpisode(now)} END IS TRUE`
}

/** In any order; content that does not exist is left out. */
export async function findContents(tx: Tx, contentIds: readonly string[], now: Date): Promise<readonly ContentRow[]> {
  if (contentIds.length === 0) return []
  return readShared(tx, `content ${contentIds.join()}`, async () => {
    const { rows } = await sql<ContentRow>`
      SELECT c.id, c.type, c.owner_id, coalesce(t.album_id, e.podcast_id) AS parent_id,
        coalesce(ar.name, p.name) AS artist_name, ${contentTitle} AS title, ${publicContent(now)} AS is_public,
        NOT CASE c.type WHEN 'artist' THEN ${exists.artist} WHEN 'album' THEN ${exists.album}
          WHEN 'track' THEN ${exists.track} WHEN 'podcast' THEN ${exists.podcast} ELSE ${exists.episode} END AS is_deleted,
        coalesce(t.taken_down_at, e.taken_down_at, ar.taken_down_at, p.taken_down_at) IS NOT NULL AS is_taken_down,
        coalesce((SELECT msat_total FROM content_total WHERE content_id = c.id), 0) AS msat_total
      FROM ${contentsOf(contentIds)}`.execute(tx)
    return rows
  })
}

/** Serializes changes to what belongs to this content. Payments do not wait for this lock. */
export async function lockContent(tx: Tx, contentId: string): Promise<void> {
  await sql`SELECT FROM content WHERE id = ${contentId} FOR NO KEY UPDATE`.execute(tx)
}

/** Marks a track or episode as changed by a write to what belongs to it. */
export async function touchAudio(tx: Tx, contentId: string, now: Date): Promise<void> {
  await sql`UPDATE track SET updated_at = ${now} WHERE id = ${contentId}`.execute(tx)
  await sql`UPDATE episode SET updated_at = ${now} WHERE id = ${contentId}`.execute(tx)
}

/** Marks an album or podcast as changed: its feed is new then. */
export async function touchFeed(tx: Tx, kind: 'album' | 'podcast', id: string, now: Date): Promise<void> {
  await sql`UPDATE ${sql.table(kind)} SET updated_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** A table with the column `id`: the content and everything that is or was in it. As a part of another statement, because the ids
 * of an artist can be thousands. */
export const familyOf = (contentId: string) => sql`(
  SELECT id FROM content WHERE id = ${contentId}
  UNION ALL SELECT id FROM track WHERE album_id = ${contentId}
  UNION ALL SELECT id FROM episode WHERE podcast_id = ${contentId}
  UNION ALL SELECT id FROM album WHERE artist_id = ${contentId}
  UNION ALL SELECT track.id FROM track JOIN album ON album.id = track.album_id WHERE album.artist_id = ${contentId})`

export async function selectFamilyIds(tx: Tx, contentId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${familyOf(contentId)} family`.execute(tx)
  return rows.map(({ id }) => id)
}
