/** SQL of the items of foreign feeds. */
import { sql } from 'kysely'
import type { ForeignItem } from '#protocols/rss/read-feed.ts'
import type { ForeignValue } from '#protocols/rss/read-value.ts'
import { isReadable } from './queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export type ItemRow = {
  id: string
  feed_id: string
  /** In the feed or playlist that is read. */
  position: number | null
  title: string
  description: string | null
  link_url: string | null
  published_at: Date | null
  duration_seconds: number | null
  audio_url: string
  /** Its own, else that of its feed. */
  value: ForeignValue | null
  feed_title: string
  feed_url: string
  image_key: string | null
  is_gone: boolean
}

const columns = sql`i.id, i.feed_id, i.title, i.description, i.link_url, i.published_at, i.duration_seconds, i.audio_url,
  coalesce(i.value, f.value) AS value, f.title AS feed_title, f.url AS feed_url, f.image_key,
  i.position IS NULL OR coalesce(f.problem = 'gone', false) AS is_gone`

/** Items that the feed no longer has keep their id, in case they return. */
export async function replaceItems(tx: Tx, feedId: string, items: readonly ForeignItem[]): Promise<void> {
  const rows = items.map((item, position) => ({ id: newId(), position, ...item }))
  await sql`
    UPDATE foreign_item SET position = NULL
    WHERE feed_id = ${feedId} AND position IS NOT NULL AND guid <> ALL(${items.map(({ guid }) => guid)}::text[])`.execute(
    tx,
  )
  await sql`
    INSERT INTO foreign_item (id, feed_id, guid, position, title, description, link_url, published_at, duration_seconds,
      audio_url, value)
    SELECT id, ${feedId}::uuid, guid, position, title, description, "linkUrl", "publishedAt", "durationSeconds", "audioUrl",
      nullif(value, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id uuid, guid text, position integer, title text,
      description text, "linkUrl" text, "publishedAt" timestamptz, "durationSeconds" integer, "audioUrl" text, value jsonb)
    ON CONFLICT (feed_id, guid) DO UPDATE SET position = excluded.position, title = excluded.title,
      description = excluded.description, link_url = excluded.link_url, published_at = excluded.published_at,
      duration_seconds = excluded.duration_seconds, audio_url = excluded.audio_url, value = excluded.value`.execute(tx)
}

export type Page = { after: number; limit: number }

/** The items of a feed in its order, then those of other feeds that it refers to. Their references are not followed. */
export async function selectItems(tx: Tx, feedId: string, { after, limit }: Page): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT ${columns}, i.position FROM foreign_item i JOIN foreign_feed f ON f.id = i.feed_id
    WHERE i.feed_id = ${feedId} AND i.position > ${after}
    UNION ALL
    SELECT ${columns}, r.position + 1000000 FROM foreign_reference r
    JOIN foreign_item i ON i.feed_id = r.target_id AND i.guid = r.item_guid JOIN foreign_feed f ON f.id = i.feed_id
    WHERE r.feed_id = ${feedId} AND r.is_listed AND r.position + 1000000 > ${after}
    ORDER BY position LIMIT ${limit}`.execute(tx)
  return rows
}

export async function findItems(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ItemRow>> {
  const { rows } = await sql<ItemRow>`
    SELECT ${columns}, i.position FROM foreign_item i JOIN foreign_feed f ON f.id = i.feed_id
    WHERE i.id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export type ReadableRow = ItemRow & { is_feed_readable: boolean; is_private: boolean }

/** Only items of feeds that the user may read, or in playlists of this server that the user, or a visitor, may open. Those of
 * private feeds are not shown to others. */
export async function selectReadable(tx: Tx, userId: string | null, ids: readonly string[]): Promise<ReadableRow[]> {
  const { rows } = await sql<ReadableRow>`
    SELECT ${columns}, i.position, feed.is_readable AS is_feed_readable, f.is_private
    FROM foreign_item i JOIN foreign_feed f ON f.id = i.feed_id
    CROSS JOIN LATERAL (SELECT ${isReadable(userId, sql`i.feed_id`)} AS is_readable) feed
    WHERE i.id = ANY(${ids}::uuid[]) AND (feed.is_readable OR EXISTS (
      SELECT FROM playlist_entry pe JOIN playlist pl ON pl.id = pe.playlist_id
      WHERE pe.track_id = i.id
        AND ((pl.visibility <> 'private' AND NOT f.is_private) OR pl.user_id = ${userId}::uuid)))`.execute(tx)
  return rows
}

/** Call before they are added to a playlist. */
export async function markListed(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE foreign_item SET is_listed_here = true WHERE id = ANY(${ids}::uuid[]) AND NOT is_listed_here`.execute(
    tx,
  )
}

export type RemoteRow = {
  id: string
  guid: string
  feed_guid: string | null
  feed_url: string
  medium: 'music' | 'podcast' | null
}

/** How they are named in other feeds. */
export async function selectRemote(tx: Tx, ids: readonly string[]): Promise<RemoteRow[]> {
  const { rows } = await sql<RemoteRow>`
    SELECT i.id, i.guid, f.guid AS feed_guid, f.url AS feed_url,
      CASE WHEN f.medium IN ('music', 'podcast') THEN f.medium END AS medium
    FROM foreign_item i JOIN foreign_feed f ON f.id = i.feed_id WHERE i.id = ANY(${ids}::uuid[])`.execute(tx)
  return rows
}

export async function listsItem(tx: Tx, playlistId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM foreign_reference r JOIN foreign_item i ON i.feed_id = r.target_id AND i.guid = r.item_guid
    WHERE r.feed_id = ${playlistId} AND r.is_listed AND i.id = ${itemId} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** The value block of an item of another feed that time splits of this feed name; without a guid, of that feed itself. */
export async function findValue(
  tx: Tx,
  feedId: string,
  remote: { feedUrl: string; itemGuid: string | null },
): Promise<ForeignValue | null> {
  const { rows } = await sql<{ value: ForeignValue | null }>`
    SELECT CASE WHEN ${remote.itemGuid}::text IS NULL OR i.id IS NOT NULL THEN coalesce(i.value, f.value) END AS value
    FROM foreign_feed f LEFT JOIN foreign_item i ON i.feed_id = f.id AND i.guid = ${remote.itemGuid}
    WHERE f.url = ${remote.feedUrl}
      AND EXISTS (SELECT FROM foreign_reference r WHERE r.feed_id = ${feedId} AND r.target_id = f.id)`.execute(tx)
  return rows[0]?.value ?? null
}
