/** Where a feed is from now on, when its owner moves to another host. What the feed does then is server/rss/moved.ts. */
import { sql } from 'kysely'
import type { Catalog } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type Columns, textChange } from '#server/catalog/forms/changes.ts'

type Moving = {
  table: 'artist' | 'album' | 'podcast'
  content: { id: string; user_id: string }
  sent: string | undefined
}

/** Owner only, because listeners follow it. The same address again changes nothing. */
export async function moveFeed(
  tx: Tx,
  { clock, feedHome }: Catalog,
  caller: Caller,
  { table, content, sent }: Moving,
): Promise<Columns> {
  const url = textChange(sent)
  if (url === undefined || url === (await findNewFeedUrl(tx, table, content.id))) return {}
  await requireMay(tx, caller, content, 'money')
  if (url === null) return { new_feed_url: null, new_feed_since: null }
  const address = new URL(url)
  if (address.origin === feedHome?.origin && address.pathname.toLowerCase().startsWith(`/rss/${table}/${content.id}`)) {
    throw new AppError(422, 'rule-broken', 'This is the address that the feed has already.')
  }
  return { new_feed_url: address.href, new_feed_since: clock.now() }
}

async function findNewFeedUrl(tx: Tx, table: Moving['table'], id: string): Promise<string | null> {
  const { rows } = await sql<{ new_feed_url: string | null }>`
    SELECT new_feed_url FROM ${sql.table(table)} WHERE id = ${id}`.execute(tx)
  return rows[0]?.new_feed_url ?? null
}
