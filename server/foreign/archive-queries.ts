/** SQL of the items of foreign feeds in playlists, for the archive of an account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { StoredRow } from '#server/platform/database/stored-rows.ts'
import { openFeeds } from './queries.ts'

type ArchivedItem = StoredRow & { id: string; feed_url: string }

/** As stored, with what is known of their feeds besides. */
export async function selectArchivedItems(tx: Tx, playlistIds: readonly string[]): Promise<StoredRow[]> {
  const { rows } = await sql<{ row: StoredRow }>`
    SELECT DISTINCT to_jsonb(i) || jsonb_build_object('feed_url', f.url, 'feed_guid', f.guid, 'feed_title', f.title,
      'medium', f.medium, 'value', coalesce(i.value, f.value)) AS row
    FROM playlist_entry pe JOIN foreign_item i ON i.id = pe.track_id JOIN foreign_feed f ON f.id = i.feed_id
    WHERE pe.playlist_id = ANY(${playlistIds}::uuid[]) ORDER BY 1`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Their ids here, by those in the archive: the same unless they are known here already. Their feeds are due immediately. */
export async function restoreItems(
  tx: Tx,
  archived: readonly StoredRow[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const items = (archived as ArchivedItem[]).filter((item) => URL.canParse(item.feed_url))
  const feeds = await openFeeds(
    tx,
    items.map((item) => item.feed_url),
    now,
  )
  const rows = JSON.stringify(items.map((item) => ({ ...item, feed_id: feeds.get(item.feed_url) })))
  const restored = sql`jsonb_to_recordset(${rows}::jsonb) r (id uuid, feed_id uuid, guid text, position integer, title text,
    description text, link_url text, published_at timestamptz, duration_seconds integer, audio_url text, value jsonb,
    feed_guid text, feed_title text, medium text)`
  await sql`
    UPDATE foreign_feed f SET guid = r.feed_guid, title = r.feed_title, medium = r.medium
    FROM ${restored} WHERE f.id = r.feed_id AND f.fetched_at IS NULL`.execute(tx)
  await sql`
    INSERT INTO foreign_item (id, feed_id, guid, position, title, description, link_url, published_at, duration_seconds,
      audio_url, value, is_listed_here)
    SELECT id, feed_id, guid, position, title, description, link_url, published_at, duration_seconds, audio_url,
      nullif(value, 'null'::jsonb), true FROM ${restored}
    ON CONFLICT (feed_id, guid) DO UPDATE SET is_listed_here = true`.execute(tx)
  const { rows: found } = await sql<{ archived_id: string; id: string }>`
    SELECT r.id AS archived_id, i.id FROM ${restored} JOIN foreign_item i ON i.feed_id = r.feed_id AND i.guid = r.guid`.execute(
    tx,
  )
  return new Map(found.map(({ archived_id, id }) => [archived_id, id]))
}
