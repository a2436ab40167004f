/** The `podcast:guid` of each podcast, the same on nostr and in feeds. Stored once, and only by a server that knows its public
 * address; a sandbox without one derives it each time from an address that is nobody's. */
import { sql } from 'kysely'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'

const SANDBOX_ORIGIN = 'https://sandbox.invalid'
const BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Null: feeds have no address here. */
export type FeedHome = { origin: string; isLasting: boolean } | null

export function feedHomeOf({ publicUrl, lightning }: Pick<Config, 'publicUrl' | 'lightning'>): FeedHome {
  if (publicUrl !== '') return { origin: publicUrl, isLasting: true }
  return lightning === 'sandbox' ? { origin: SANDBOX_ORIGIN, isLasting: false } : null
}

const guidOf = (origin: string, podcastId: string) => guidOfFeed(`${origin}/rss/podcast/${podcastId}`)

/** With a lasting address it is assigned here for good; the first one to do so wins. */
export async function assignFeedGuid(tx: Tx, home: FeedHome, podcastId: string, now: Date): Promise<void> {
  if (home === null || !home.isLasting) return
  await sql`
    INSERT INTO feed_identity (content_id, guid, origin, created_at)
    VALUES (${podcastId}, ${guidOf(home.origin, podcastId)}, 'derived', ${now})
    ON CONFLICT (content_id) DO NOTHING`.execute(tx)
}

export async function readFeedGuid(tx: Tx, home: FeedHome, podcastId: string): Promise<string | null> {
  const { rows } = await sql<{ guid: string }>`
    SELECT guid FROM feed_identity WHERE content_id = ${podcastId}`.execute(tx)
  return rows[0]?.guid ?? (home === null ? null : guidOf(home.origin, podcastId))
}

/** At start: for podcasts from before this server had a public address. When none is left, an empty index says so. */
export async function assignMissingFeedGuids(database: Database, home: FeedHome, clock: Clock): Promise<void> {
  if (home === null || !home.isLasting) return
  for (let after = FIRST_ID; ;) {
    const ids = await listWithoutGuid(database.read, after)
    for (const id of ids) await assignFeedGuid(database.read, home, id, clock.now())
    if (ids.length < BATCH) return
    after = ids.at(-1)!
  }
}

async function listWithoutGuid(tx: Tx, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM podcast WHERE NOT has_feed_guid AND id > ${after} ORDER BY id LIMIT ${BATCH}`.execute(tx)
  return rows.map(({ id }) => id)
}
