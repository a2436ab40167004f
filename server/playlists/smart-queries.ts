/** SQL of smart playlists: their rules, and the tracks that the rules find. Each search has a time limit. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { trackJoins } from '#server/catalog/music/track-info.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import { type Database, sqlState, type Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { conditionOf, type Definition, type Owner } from './smart-conditions.ts'

const TIMEOUT_MS = 2_000
const QUERY_CANCELED = '57014'
/** A random order chooses from so many tracks, drawn from a random point on. */
const DRAWN = 1_500

export type SmartRow = { definition: Definition; filled_at: Date }

export async function findSmart(tx: Tx, playlistId: string): Promise<SmartRow | undefined> {
  const { rows } = await sql<SmartRow>`
    SELECT definition, filled_at FROM smart_playlist WHERE playlist_id = ${playlistId}`.execute(tx)
  return rows[0]
}

export async function upsertSmart(tx: Tx, playlistId: string, definition: Definition, now: Date): Promise<void> {
  await sql`
    INSERT INTO smart_playlist (playlist_id, definition, filled_at)
    VALUES (${playlistId}, ${JSON.stringify(definition)}::jsonb, ${now})
    ON CONFLICT (playlist_id) DO UPDATE SET definition = excluded.definition, filled_at = excluded.filled_at`.execute(
    tx,
  )
}

/** The ids of the tracks in order. `seed` decides a random order. */
export async function findSmartTracks(
  database: Database,
  definition: Definition,
  owner: Owner & { seed: string },
): Promise<string[]> {
  try {
    return await database.transaction(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(tx)
      return definition.order === 'random' ? drawTracks(tx, definition, owner) : selectSmart(tx, definition, owner)
    })
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELED) throw new AppError(422, 'smart-playlist-slow')
    throw error
  }
}

const playsOf = ({ userId }: Owner) => sql`mine AS MATERIALIZED (
  SELECT h.content_id, count(*)::int AS plays, max(h.started_at) AS last_at FROM heard h
  WHERE h.user_id = ${userId} GROUP BY h.content_id)`

/** Joins only what the rules need: without other joins, an index gives the order and the search ends at the limit. */
function candidatesOf({ rules, order }: Definition) {
  const received = sql`LEFT JOIN content_total received ON received.content_id = t.id`
  const needsReceived = order === 'sats' || rules.some(({ field }) => field === 'sats')
  const plays = sql`LEFT JOIN mine ON mine.content_id = t.id`
  return sql`${trackJoins} ${needsReceived ? received : sql``} ${order === 'my-plays' ? plays : sql``}`
}

const orders = {
  newest: sql`t.published_at DESC, t.id DESC`,
  oldest: sql`t.published_at, t.id`,
  sats: sql`coalesce(received.msat_total, 0) DESC, t.published_at DESC, t.id`,
  'my-plays': sql`coalesce(mine.plays, 0) DESC, t.published_at DESC, t.id`,
}

async function selectSmart(tx: Tx, definition: Definition, owner: Owner): Promise<string[]> {
  const { order, limit } = definition
  if (order === 'random') return []
  const { rows } = await sql<{ id: string }>`
    WITH ${playsOf(owner)} SELECT t.id FROM ${candidatesOf(definition)}
    WHERE ${publicTrack(owner.now)} AND ${conditionOf(definition, owner)}
    ORDER BY ${orders[order]} LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Tracks whose random key follows a point, mixed. */
async function drawTracks(tx: Tx, definition: Definition, owner: Owner & { seed: string }): Promise<string[]> {
  const point = createHash('sha256').update(owner.seed).digest().readUInt32BE() / 2 ** 32
  const from = (bound: ReturnType<typeof sql>) => sql`(
    SELECT t.id, t.lot FROM ${candidatesOf(definition)}
    WHERE ${bound} AND ${publicTrack(owner.now)} AND ${conditionOf(definition, owner)} ORDER BY t.lot LIMIT ${DRAWN})`
  const { rows } = await sql<{ id: string }>`
    WITH ${playsOf(owner)} SELECT id FROM (
      SELECT id FROM (${from(sql`t.lot >= ${point}`)} UNION ALL ${from(sql`t.lot < ${point}`)}) found LIMIT ${DRAWN}
    ) drawn ORDER BY md5(id::text || ${owner.seed}), id LIMIT ${definition.limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
