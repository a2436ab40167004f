/** SQL of the items of imports: the report, the queue, and the leases of the workers. */
import { sql } from 'kysely'
import type { output } from 'zod/mini'
import type { ImportItemState } from '#contract/catalog/moving/imports.ts'
import type { ForeignValue } from '#protocols/rss/read-value.ts'
import type { ShowItem } from '#protocols/rss/read-show.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type ItemState = output<typeof ImportItemState>
export type ItemRow = {
  id: string
  position: number
  title: string
  state: ItemState
  reason: string | null
  problems: string[]
  content_id: string | null
  bytes_done: bigint
  value: ForeignValue | null
}
/** What was left out has no `item`. */
export type NewItem = { id: string; guid: string; title: string; reason: string | null; item: ShowItem | null }

export const MAX_ATTEMPTS = 10
const CREATING_BATCH = 100

/** In this order, after those that are known already; these stay as they are. What is left out is replaced. */
export async function insertItems(tx: Tx, importId: string, items: readonly NewItem[]): Promise<void> {
  await sql`DELETE FROM feed_import_item WHERE import_id = ${importId} AND state = 'left-out' AND item IS NULL`.execute(
    tx,
  )
  for (let start = 0; start < items.length; start += CREATING_BATCH) {
    const batch = JSON.stringify(items.slice(start, start + CREATING_BATCH))
    await sql`
      INSERT INTO feed_import_item (id, import_id, guid, position, title, state, reason, item)
      SELECT id, ${importId}, guid,
        (SELECT coalesce(max(position), 0) FROM feed_import_item WHERE import_id = ${importId})
          + row_number() OVER (ORDER BY place),
        title, CASE WHEN item IS NULL THEN 'left-out' ELSE 'waiting' END, reason, item
      FROM ROWS FROM (jsonb_to_recordset(${batch}::jsonb) AS (id uuid, guid text, title text, reason text, item jsonb))
        WITH ORDINALITY AS sent (id, guid, title, reason, item, place)
      WHERE NOT EXISTS (SELECT FROM feed_import_item known WHERE known.import_id = ${importId} AND known.guid = sent.guid)
      ON CONFLICT (import_id, guid) DO NOTHING`.execute(tx)
  }
}

export async function selectItems(
  tx: Tx,
  importId: string,
  { after, onlyProblems, limit }: { after: number; onlyProblems: boolean; limit: number },
): Promise<ItemRow[]> {
  const isShown = onlyProblems ? sql`(state IN ('failed', 'left-out') OR problems <> '{}')` : sql`true`
  const { rows } = await sql<ItemRow>`
    SELECT id, position, title, state, reason, problems, content_id, bytes_done,
      nullif(item -> 'value', 'null') AS value
    FROM feed_import_item WHERE import_id = ${importId} AND position > ${after} AND ${isShown}
    ORDER BY position LIMIT ${limit}`.execute(tx)
  return rows
}

const isFailed = sql`state = 'failed'`
export const isStopped = sql`state = 'left-out' AND reason = 'stopped'`

/** One item, or all that failed, or all that a stop left out. */
export async function retryItems(
  tx: Tx,
  importId: string,
  which: { itemId: string } | 'failed' | 'stopped',
): Promise<void> {
  const isOne = typeof which === 'object' && sql`id = ${which.itemId} AND (${isFailed} OR (${isStopped}))`
  const isMeant = isOne || (which === 'failed' ? isFailed : isStopped)
  await sql`
    UPDATE feed_import_item SET state = 'waiting', reason = NULL, attempts = 0, leased_until = NULL
    WHERE import_id = ${importId} AND ${isMeant}`.execute(tx)
}

/** A worker that fetches one of them loses its lease. */
export async function stopItems(tx: Tx, importId: string): Promise<void> {
  await sql`
    UPDATE feed_import_item SET state = 'left-out', reason = 'stopped', lease = NULL, leased_until = NULL
    WHERE import_id = ${importId} AND state IN ('waiting', 'fetching')`.execute(tx)
}

export type Claim = {
  id: string
  import_id: string
  guid: string
  position: number
  item: ShowItem
  problems: string[]
  content_id: string | null
  asset_id: string | null
  bytes_done: bigint
  etag: string | null
  lease: string
  attempts: number
}

const isFree = (now: Date) =>
  sql`next.state IN ('waiting', 'fetching') AND (next.leased_until IS NULL OR next.leased_until < ${now})`

export const dueItems = (now: Date) => sql`feed_import_item next WHERE ${isFree(now)}`

/** The next item of an import of which no other is being fetched: files come one after another from each host. */
export async function claimNext(tx: Tx, lease: string, now: Date, leasedUntil: Date): Promise<Claim | null> {
  const { rows } = await sql<Claim>`
    UPDATE feed_import_item SET state = 'fetching', lease = ${lease}, leased_until = ${leasedUntil}, attempts = attempts + 1
    WHERE id = (SELECT next.id FROM feed_import_item next JOIN feed_import i ON i.id = next.import_id
      WHERE ${isFree(now)}
        AND NOT EXISTS (SELECT FROM feed_import_item busy WHERE busy.import_id = next.import_id
          AND busy.state = 'fetching' AND busy.leased_until >= ${now})
      ORDER BY next.attempts, i.created_at, next.position LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, import_id, guid, position, item, problems, content_id, asset_id, bytes_done, etag, lease,
      attempts`.execute(tx)
  return rows[0] ?? null
}

const isHeld = ({ id, lease }: Claim) => sql`id = ${id} AND lease = ${lease} AND state = 'fetching'`

/** False when another server has taken over. Attempts that imported something do not count. */
export async function extendLease(tx: Tx, claim: Claim, leasedUntil: Date, bytes: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE feed_import_item SET leased_until = ${leasedUntil}, bytes_done = greatest(bytes_done, ${bytes}),
      attempts = CASE WHEN ${bytes} > bytes_done + ${PROGRESS_BYTES} THEN 1 ELSE attempts END
    WHERE ${isHeld(claim)} RETURNING id`.execute(tx)
  return rows.length > 0
}

/** In a second. */
const PROGRESS_BYTES = 65_536

export async function release(tx: Tx, claim: Claim, retryAt: Date, isCounted: boolean): Promise<void> {
  await sql`
    UPDATE feed_import_item SET state = 'waiting', lease = NULL, leased_until = ${retryAt},
      attempts = attempts - ${isCounted ? 0 : 1} WHERE ${isHeld(claim)}`.execute(tx)
}

export async function setEnded(tx: Tx, claim: Claim, state: 'failed' | 'left-out', reason: string): Promise<void> {
  await sql`
    UPDATE feed_import_item SET state = ${state}, reason = ${reason}, lease = NULL, leased_until = NULL
    WHERE ${isHeld(claim)}`.execute(tx)
}

/** Names the version of the file of which a part has arrived. */
export async function setEtag(tx: Tx, claim: Claim, etag: string | null): Promise<void> {
  await sql`UPDATE feed_import_item SET etag = ${etag} WHERE ${isHeld(claim)}`.execute(tx)
}

export type Made = { contentId: string; assetId: string; problems: readonly string[] }

/** False when another server has taken over: nothing must be made then. */
export async function setMade(tx: Tx, claim: Claim, { contentId, assetId, problems }: Made): Promise<boolean> {
  const { rows } = await sql`
    UPDATE feed_import_item SET content_id = ${contentId}, asset_id = ${assetId}, problems = ${problems}::text[]
    WHERE ${isHeld(claim)} RETURNING id`.execute(tx)
  return rows.length > 0
}

/** Its audio is here, and is processed as any upload. */
export async function setProcessing(tx: Tx, claim: Claim, state: 'processing' | 'done', bytes: number): Promise<void> {
  await sql`
    UPDATE feed_import_item SET state = ${state}, lease = NULL, leased_until = NULL, bytes_done = greatest(bytes_done, ${bytes})
    WHERE ${isHeld(claim)}`.execute(tx)
}

/** `reason`: null when the audio is ready. An import that is stopped after a file has arrived keeps it. */
export async function setProcessed(tx: Tx, assetId: string, reason: string | null): Promise<void> {
  await sql`
    UPDATE feed_import_item SET state = ${reason === null ? 'done' : 'failed'}, reason = ${reason}
    WHERE asset_id = ${assetId} AND (state IN ('fetching', 'processing') OR (${isStopped}))`.execute(tx)
}

/** Processing ended with the death of our server, several times. False after too many attempts. */
export async function setWaiting(tx: Tx, assetId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE feed_import_item SET state = 'waiting', leased_until = NULL
    WHERE asset_id = ${assetId} AND state = 'processing' AND attempts < ${MAX_ATTEMPTS} RETURNING id`.execute(tx)
  return rows.length > 0
}
