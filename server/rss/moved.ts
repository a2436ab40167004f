/** Feeds whose owners have moved to another host. */
import { sql } from 'kysely'
import type { FeedKind } from '#server/catalog/feed-guids.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** How long a feed announces its new address before it redirects there: apps that are opened once a month still see it. */
const ANNOUNCED_MS = 28 * 86_400_000

export type MovedFeed = { movedTo: string }

/** SQL: where the feed of this artist, album or podcast redirects; null while it does not. */
export const movedTo = (alias: 'ar' | 'al' | 'p', now: Date) => sql<string | null>`
  CASE WHEN ${sql.ref(`${alias}.new_feed_since`)} <= ${new Date(now.getTime() - ANNOUNCED_MS)}
    THEN ${sql.ref(`${alias}.new_feed_url`)} END`

const TABLES = { album: sql`album al`, artist: sql`artist ar`, podcast: sql`podcast p` }
const ALIASES = { album: 'al', artist: 'ar', podcast: 'p' } as const

/** By id, those that redirect. */
export async function selectMoved(
  tx: Tx,
  kind: FeedKind,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (kind === 'playlist' || ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; url: string | null }>`
    SELECT id, ${movedTo(ALIASES[kind], now)} AS url FROM ${TABLES[kind]}
    WHERE id = ANY(${ids}::uuid[]) AND new_feed_since IS NOT NULL`.execute(tx)
  return new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url] as const])))
}
