/** SQL of recent releases that nobody was notified of yet. */
import { sql } from 'kysely'
import { isNews } from '#server/catalog/music/release-details.ts'
import { hasPublicTrack, publicAlbum, publicEpisode } from '#server/catalog/content/visibility.ts'
import { isBroughtItem } from '#server/catalog/feed-guids.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Release = {
  id: string
  type: 'album' | 'episode'
  title: string
  /** The artist or podcast whose followers are notified, its name, and its owner. */
  parentId: string
  parentName: string
  ownerId: string
  /** Whether followers are notified: what has an older original date appeared elsewhere before. */
  isNews: boolean
  /** Whether users asked to be reminded of it before its release. */
  isAwaited: boolean
}

/** In the library of users since before its release. */
const isAwaited = sql<boolean>`EXISTS (
  SELECT FROM library_item li WHERE li.content_id = al.id AND li.added_at < al.published_at)`

/** Releases since that date that anybody may be notified of, the newest first. */
export async function selectUnannounced(tx: Tx, since: Date, now: Date, limit: number): Promise<Release[]> {
  const { rows } = await sql<Release>`
    SELECT id, type, title, "parentId", "parentName", "ownerId", "isNews", "isAwaited" FROM (
      SELECT al.id, 'album' AS type, al.title, ar.id AS "parentId", ar.name AS "parentName", ar.user_id AS "ownerId",
        ${isNews} AS "isNews", ${isAwaited} AS "isAwaited", al.published_at
      FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE al.published_at > ${since} AND (${isNews} OR ${isAwaited}) AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      UNION ALL
      SELECT e.id, 'episode', e.title, p.id, p.name, p.user_id, true, false, e.published_at
      FROM episode e JOIN podcast p ON p.id = e.podcast_id
      WHERE e.published_at > ${since} AND ${publicEpisode(now)} AND NOT ${isBroughtItem(sql`e.id`)}
    ) fresh
    WHERE NOT EXISTS (SELECT FROM told_release told WHERE told.content_id = fresh.id)
    ORDER BY published_at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** Marks these releases as notified; returns those that no other server has claimed. */
export async function claimReleases(tx: Tx, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ content_id: string }>`
    INSERT INTO told_release (content_id, told_at)
    SELECT id, ${now}::timestamptz FROM unnest(${ids}::uuid[]) fresh (id) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING content_id`.execute(tx)
  return new Set(rows.map(({ content_id }) => content_id))
}
