/** The `podcast:guid` of each feed, for podcasts the same on nostr. Stored once, and only by a server that knows its
 * public address; a sandbox without one derives it each time from a placeholder address. */
import { type RawBuilder, sql } from 'kysely'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'

const SANDBOX_ORIGIN = 'https://sandbox.invalid'
const BATCH = 500

/** Null: feeds have no address on this server. */
export type FeedHome = { origin: string; isLasting: boolean } | null

export function feedHomeOf({ publicUrl, lightning }: { publicUrl: string; lightning: string }): FeedHome {
  if (publicUrl !== '') return { origin: publicUrl, isLasting: true }
  return lightning === 'sandbox' ? { origin: SANDBOX_ORIGIN, isLasting: false } : null
}

export type FeedKind = 'album' | 'artist' | 'playlist' | 'podcast'

const guidOf = (origin: string, id: string, kind: FeedKind = 'podcast') => guidOfFeed(`${origin}/rss/${kind}/${id}`)

/** Assigns the guid permanently if the address is permanent; the first assignment wins. */
export async function assignFeedGuid(tx: Tx, home: FeedHome, podcastId: string, now: Date): Promise<void> {
  if (home === null || !home.isLasting) return
  await sql`
    INSERT INTO feed_identity (content_id, guid, origin, created_at)
    VALUES (${podcastId}, ${guidOf(home.origin, podcastId)}, 'derived', ${now})
    ON CONFLICT (content_id) DO NOTHING`.execute(tx)
}

export async function readFeedGuid(tx: Tx, home: FeedHome, id: string, kind?: FeedKind): Promise<string | null> {
  const { rows } = await sql<{ guid: string }>`
    SELECT guid FROM feed_identity WHERE content_id = ${id}`.execute(tx)
  return rows[0]?.guid ?? (home === null ? null : guidOf(home.origin, id, kind))
}

/** By id. Those without a guid get theirs now: no feed has contained it before. */
export async function readFeedGuids(
  tx: Tx,
  { origin, isLasting }: NonNullable<FeedHome>,
  { kind, ids, now }: { kind: FeedKind; ids: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, string>> {
  const derived = new Map(ids.map((id) => [id, guidOf(origin, id, kind)]))
  if (ids.length === 0) return derived
  const known = await selectGuids(tx, ids)
  if (!isLasting) return new Map([...derived, ...known])
  const missing = [...derived.keys()].filter((id) => !known.has(id))
  if (missing.length === 0) return known
  const guids = missing.map((id) => derived.get(id))
  await sql`
    INSERT INTO feed_identity (content_id, guid, origin, created_at)
    SELECT content_id, guid, 'derived', ${now}::timestamptz
    FROM unnest(${missing}::uuid[], ${guids}::uuid[]) made (content_id, guid)
    ON CONFLICT (content_id) DO NOTHING`.execute(tx)
  return selectGuids(tx, ids)
}

async function selectGuids(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ content_id: string; guid: string }>`
    SELECT content_id, guid FROM feed_identity WHERE content_id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.content_id, row.guid]))
}

const heldByOthers = (contentId: string, guid: string) => sql<boolean>`EXISTS (
  SELECT FROM feed_identity f JOIN content c ON c.id = f.content_id
    LEFT JOIN podcast p ON p.id = c.id LEFT JOIN album al ON al.id = c.id
  WHERE f.guid = ${guid} AND f.content_id <> ${contentId} AND coalesce(p.deleted_at, al.deleted_at) IS NULL)`

/** The feed of other content here has this guid. */
export async function isFeedGuidHeld(tx: Tx, contentId: string, guid: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`SELECT ${heldByOthers(contentId, guid)} AS is_held`.execute(tx)
  return rows[0]!.is_held
}

/** The guid that the feed had elsewhere. False when the feed of other content here has it; content that was deleted
 * gives it up. */
export async function importFeedGuid(tx: Tx, contentId: string, guid: string, now: Date): Promise<boolean> {
  if (await isFeedGuidHeld(tx, contentId, guid)) return false
  await sql`DELETE FROM feed_identity WHERE guid = ${guid} AND content_id <> ${contentId}`.execute(tx)
  await sql`
    INSERT INTO feed_identity (content_id, guid, origin, created_at) VALUES (${contentId}, ${guid}, 'imported', ${now})
    ON CONFLICT (content_id) DO UPDATE SET guid = excluded.guid, origin = excluded.origin`.execute(tx)
  return true
}

/** The guid that an episode or track had in a feed elsewhere. */
export async function importItemGuid(tx: Tx, contentId: string, guid: string): Promise<void> {
  await sql`
    INSERT INTO item_identity (content_id, guid) VALUES (${contentId}, ${guid})
    ON CONFLICT (content_id) DO NOTHING`.execute(tx)
}

/** SQL: this podcast or album was imported from the feed of another host. */
export const isBroughtFeed = (id: RawBuilder<string>) =>
  sql<boolean>`EXISTS (SELECT FROM feed_identity brought WHERE brought.content_id = ${id} AND brought.origin = 'imported')`

/** SQL: this episode or track was. */
export const isBroughtItem = (id: RawBuilder<string>) =>
  sql<boolean>`EXISTS (SELECT FROM item_identity brought WHERE brought.content_id = ${id})`

/** SQL: the guid of an item in a feed: the one that it was imported with, or else its id. */
export const itemGuid = (id: RawBuilder<string>) =>
  sql<string>`coalesce((SELECT brought.guid FROM item_identity brought WHERE brought.content_id = ${id}), ${id}::text)`

export async function readItemGuids(tx: Tx, ids: readonly string[]): Promise<(id: string) => string> {
  if (ids.length === 0) return (id) => id
  const { rows } = await sql<{ content_id: string; guid: string }>`
    SELECT content_id, guid FROM item_identity WHERE content_id = ANY(${ids}::uuid[])`.execute(tx)
  const guids = new Map(rows.map((row) => [row.content_id, row.guid]))
  return (id) => guids.get(id) ?? id
}

/** Runs at start, for podcasts that were created before this server had a public address. */
export async function assignMissingFeedGuids(database: Database, home: FeedHome, clock: Clock): Promise<void> {
  if (home === null || !home.isLasting) return
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      SELECT p.id FROM podcast p WHERE NOT EXISTS (SELECT FROM feed_identity f WHERE f.content_id = p.id)
      LIMIT ${BATCH}`.execute(database.read)
    for (const { id } of rows) await assignFeedGuid(database.read, home, id, clock.now())
    if (rows.length < BATCH) return
  }
}
