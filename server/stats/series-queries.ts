/** SQL of time series: totals, days and months of earnings and plays. Read from daily roll-ups, so that a
 * user's year is a few hundred rows. */
import { type RawBuilder, sql } from 'kysely'
import { ownerFor } from '#server/catalog/content/team-sql.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Range } from './ranges.ts'

/** A metric: the table of its daily values, the column with the user, and the sum. */
export type Figure = { table: RawBuilder<unknown>; person: RawBuilder<unknown>; sum: RawBuilder<bigint> }

/** In msat. */
export const earned: Figure = {
  table: sql`earning_source_day`,
  person: sql`user_id`,
  sum: sql`coalesce(sum(msat), 0)::bigint`,
}
export const played: Figure = {
  table: sql`play_agent_day`,
  person: sql`owner_id`,
  sum: sql`coalesce(sum(plays), 0)::bigint`,
}

/** The user, one artist of that user (null: everything), and the range. */
export type Requested = { userId: string; artistId: string | null; range: Range }

export type Point = { createdAt: string; total: bigint }

/** A condition on `content_id`: an artist with its albums and tracks, or a podcast with its episodes, including deleted
 * ones. */
export function isOfArtist(artistId: string | null): RawBuilder<boolean> {
  if (artistId === null) return sql`true`
  return sql`content_id IN (SELECT ${artistId}::uuid
    UNION ALL SELECT id FROM album WHERE artist_id = ${artistId}
    UNION ALL SELECT id FROM episode WHERE podcast_id = ${artistId}
    UNION ALL SELECT track.id FROM track JOIN album ON album.id = track.album_id WHERE album.artist_id = ${artistId})`
}

export const within = ({ from, to }: Range) => sql<boolean>`day BETWEEN ${from}::date AND ${to}::date`

/** The same metrics by content, used for a single artist. */
const byContent = new Map<Figure, Figure>([
  [earned, { ...earned, table: sql`earning_day` }],
  [played, { ...played, table: sql`play_day` }],
])

/** Rows of a user, for everything or for one artist's content. Members of its team see plays, not earnings. */
function rowsOf(figure: Figure, userId: string, artistId: string | null) {
  const { table, person, sum } = artistId === null ? figure : (byContent.get(figure) ?? figure)
  const seesPlays = figure === played && artistId !== null
  const ownerId = seesPlays ? ownerFor(userId, artistId, 'analytics') : sql`${userId}`
  return { table, sum, isOf: sql<boolean>`${person} = ${ownerId} AND ${isOfArtist(artistId)}` }
}

export async function sumRange(tx: Tx, figure: Figure, { userId, artistId, range }: Requested): Promise<bigint> {
  const { table, sum, isOf } = rowsOf(figure, userId, artistId)
  const { rows } = await sql<{ total: bigint }>`
    SELECT ${sum} AS total FROM ${table} WHERE ${isOf} AND ${within(range)}`.execute(tx)
  return rows[0]?.total ?? 0n
}

/** Includes days without values. */
export async function selectDays(tx: Tx, figure: Figure, { userId, artistId, range }: Requested): Promise<Point[]> {
  const { table, sum, isOf } = rowsOf(figure, userId, artistId)
  const { rows } = await sql<Point>`
    WITH known AS (
      SELECT day, ${sum} AS total FROM ${table} WHERE ${isOf} AND ${within(range)} GROUP BY day
    )
    SELECT to_char(shown.day, 'YYYY-MM-DD') AS "createdAt", coalesce(known.total, 0)::bigint AS total
    FROM generate_series(${range.from}::date::timestamp, ${range.to}::date::timestamp, interval '1 day') shown (day)
    LEFT JOIN known ON known.day = shown.day::date ORDER BY shown.day`.execute(tx)
  return rows
}

/** From the first month with a value to the current one, including months without values. */
export async function selectMonths(tx: Tx, figure: Figure, userId: string, today: string): Promise<Point[]> {
  const { table, person, sum } = figure
  const { rows } = await sql<Point>`
    WITH known AS (
      SELECT date_trunc('month', day::timestamp) AS month, ${sum} AS total
      FROM ${table} WHERE ${person} = ${userId} GROUP BY 1
    )
    SELECT to_char(shown.month, 'YYYY-MM') AS "createdAt", coalesce(known.total, 0)::bigint AS total
    FROM generate_series(
      (SELECT min(month) FROM known), ${today}::date::timestamp, interval '1 month') shown (month)
    LEFT JOIN known ON known.month = shown.month ORDER BY shown.month`.execute(tx)
  return rows
}
