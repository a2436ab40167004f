/** SQL of foreign feeds, subscriptions and references. Items are in item-queries.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { ForeignValue } from '#protocols/rss/read-value.ts'
import { assignments, columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockName } from '#server/platform/database/engine.ts'
import { newId } from '#server/platform/ids.ts'

export type FeedRow = {
  id: string
  url: string
  guid: string | null
  title: string
  author: string | null
  description: string | null
  link_url: string | null
  medium: string
  /** It asks not to be listed: its address may be of one subscriber. */
  is_private: boolean
  image_key: string | null
  image_url: string | null
  value: ForeignValue | null
  etag: string | null
  last_modified: string | null
  body_hash: Buffer | null
  next_fetch_at: Date
  fetched_at: Date | null
  failures: number
  problem: string | null
}
const COLUMNS: readonly (keyof FeedRow)[] = [
  'id',
  'url',
  'guid',
  'title',
  'author',
  'description',
  'link_url',
  'medium',
  'is_private',
  'image_key',
  'image_url',
  'value',
  'etag',
  'last_modified',
  'body_hash',
  'next_fetch_at',
  'fetched_at',
  'failures',
  'problem',
]
const columns = columnList(COLUMNS, 'f')

export async function findFeed(tx: Tx, feedId: string): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`SELECT ${columns} FROM foreign_feed f WHERE f.id = ${feedId}`.execute(tx)
  return rows[0]
}

/** The rows of these addresses, by address. New feeds are due immediately, and have their host as title until then. */
export async function openFeeds(tx: Tx, urls: readonly string[], now: Date): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(urls)].sort()
  for (const url of wanted) {
    await sql`
      INSERT INTO foreign_feed (id, url, title, medium, next_fetch_at, created_at)
      VALUES (${newId()}, ${url}, ${new URL(url).host}, 'podcast', ${now}, ${now}) ON CONFLICT (url) DO NOTHING`.execute(
      tx,
    )
  }
  const { rows } = await sql<{ id: string; url: string }>`
    SELECT id, url FROM foreign_feed WHERE url = ANY(${wanted}::text[])`.execute(tx)
  return new Map(rows.map(({ id, url }) => [url, id]))
}

/** Leases a due feed that a user has added, or that a feed refers to which a user has added, or of which a playlist has items. */
export async function claimDueFeed(tx: Tx, now: Date, until: Date): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    UPDATE foreign_feed f SET next_fetch_at = ${until} WHERE f.id = (
      SELECT d.id FROM foreign_feed d WHERE d.next_fetch_at <= ${now} AND (
        EXISTS (SELECT FROM foreign_subscription s WHERE s.feed_id = d.id)
        OR EXISTS (SELECT FROM foreign_reference r JOIN foreign_subscription s ON s.feed_id = r.feed_id
          WHERE r.target_id = d.id)
        OR EXISTS (SELECT FROM foreign_item i JOIN playlist_entry pe ON pe.track_id = i.id
          WHERE i.feed_id = d.id AND i.is_listed_here))
      ORDER BY d.next_fetch_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(tx)
  return rows[0]
}

export async function updateFeed(tx: Tx, feedId: string, changes: Partial<Omit<FeedRow, 'id' | 'url'>>): Promise<void> {
  const { value, ...others } = changes
  const stored = value === undefined ? others : { ...others, value: value === null ? null : JSON.stringify(value) }
  await sql`UPDATE foreign_feed SET ${assignments(stored)} WHERE id = ${feedId}`.execute(tx)
}

export type Reference = { targetId: string; itemGuid: string; isListed: boolean }

export async function replaceReferences(tx: Tx, feedId: string, references: readonly Reference[]): Promise<void> {
  await sql`DELETE FROM foreign_reference WHERE feed_id = ${feedId}`.execute(tx)
  const rows = references.map(({ targetId, itemGuid, isListed }, position) => {
    return { position, target: targetId, guid: itemGuid, listed: isListed }
  })
  await sql`
    INSERT INTO foreign_reference (feed_id, position, target_id, item_guid, is_listed)
    SELECT ${feedId}::uuid, position, target, guid, listed
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (position integer, target uuid, guid text, listed boolean)`.execute(
    tx,
  )
}

export async function selectSubscribed(tx: Tx, userId: string): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    SELECT ${columns} FROM foreign_subscription s JOIN foreign_feed f ON f.id = s.feed_id
    WHERE s.user_id = ${userId} ORDER BY lower(f.title), f.id`.execute(tx)
  return rows
}

/** Adds feeds until the user has `max`; returns how many of `feedIds` the user has now. */
export async function subscribe(
  tx: Tx,
  userId: string,
  feedIds: readonly string[],
  { max, now }: { max: number; now: Date },
): Promise<number> {
  await lockName(tx, `foreign:${userId}`)
  await sql`
    INSERT INTO foreign_subscription (user_id, feed_id, added_at)
    SELECT ${userId}::uuid, wanted.id, ${now}::timestamptz FROM unnest(${feedIds}::uuid[]) wanted (id)
    LIMIT greatest(0, ${max}::int - (SELECT count(*) FROM foreign_subscription WHERE user_id = ${userId}))
    ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM foreign_subscription
    WHERE user_id = ${userId} AND feed_id = ANY(${feedIds}::uuid[])`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function unsubscribe(tx: Tx, userId: string, feedId: string): Promise<void> {
  await sql`DELETE FROM foreign_subscription WHERE user_id = ${userId} AND feed_id = ${feedId}`.execute(tx)
}

export async function unsubscribeAll(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM foreign_subscription WHERE user_id = ${userId}`.execute(tx)
}

/** Whether the user has added the feed, or a playlist that refers to it. URLs of feeds may be secret to their subscribers. */
export const isReadable = (userId: string | null, feedId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM foreign_subscription s WHERE s.user_id = ${userId}::uuid AND (s.feed_id = ${feedId}
    OR EXISTS (SELECT FROM foreign_reference r WHERE r.feed_id = s.feed_id AND r.target_id = ${feedId} AND r.is_listed)))`

export async function mayRead(tx: Tx, userId: string, feedId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`SELECT ${isReadable(userId, sql`${feedId}::uuid`)} AS may`.execute(tx)
  return rows[0]!.may
}

export async function exportForeignFeeds(tx: Tx, userId: string): Promise<{ url: string; added_at: Date }[]> {
  const { rows } = await sql<{ url: string; added_at: Date }>`
    SELECT f.url, s.added_at FROM foreign_subscription s JOIN foreign_feed f ON f.id = s.feed_id
    WHERE s.user_id = ${userId} ORDER BY s.added_at, f.url`.execute(tx)
  return rows
}
