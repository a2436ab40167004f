/** SQL of the users whose messages on a content are public: the amounts sent with them, and the largest of each week. */
import { sql } from 'kysely'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { families, isVisibleComment, type OfContent, placeOf } from './list-queries.ts'

export type SupporterRow = {
  author_id: string
  username: string
  display_name: string | null
  artwork_key: string | null
  msat: bigint
  last_at: Date
}

/** The messages that everybody may see; for a user, without those of authors they have muted. */
const visibleOf = ({ contentId, type, now }: OfContent, userId: string | null) => sql<boolean>`cm.parent_id IS NULL
  AND ${placeOf[type]} = ${contentId} AND cm.deleted_at IS NULL AND ${families[type].isPublic(now)}
  AND ${isVisibleComment('cm', null)} AND ${isVisibleComment('cm', userId)}`

type Listing = { userId: string | null; sort: 'top' | 'new'; place: CursorPosition | null; limit: number }

/** Those with the largest sums, or with the newest message, first. */
export async function selectSupporterPage(
  tx: Tx,
  of: OfContent,
  { userId, sort, place, limit }: Listing,
): Promise<SupporterRow[]> {
  const value = sort === 'top' ? sql`given.msat` : sql`given.last_at`
  const before =
    place === null
      ? sql`TRUE`
      : sort === 'top'
        ? sql`(${value}, given.author_id) < (${place.value}::bigint, ${place.id}::uuid)`
        : sql`(${value}, given.author_id) < (${new Date(place.value)}::timestamptz, ${place.id}::uuid)`
  const { rows } = await sql<SupporterRow>`
    SELECT given.author_id, a.username, a.display_name, a.artwork_key, given.msat, given.last_at
    FROM (
      SELECT cm.author_id, sum(cm.amount_msat)::bigint AS msat,
        max(date_trunc('milliseconds', cm.created_at)) AS last_at
      FROM ${families[of.type].from} WHERE cm.author_id IS NOT NULL AND ${visibleOf(of, userId)}
      GROUP BY cm.author_id) given
      JOIN person a ON a.id = given.author_id
    WHERE ${before} ORDER BY ${value} DESC, given.author_id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** What all supporters sent in total, the same for every reader. */
export async function sumSupporters(tx: Tx, of: OfContent): Promise<{ msat: bigint; count: number }> {
  const { rows } = await sql<{ msat: bigint; count: number }>`
    SELECT coalesce(sum(cm.amount_msat), 0)::bigint AS msat, count(*)::int AS count
    FROM ${families[of.type].from} WHERE cm.author_id IS NOT NULL AND ${visibleOf(of, null)}`.execute(tx)
  return rows[0]!
}

export type WeekRow = {
  payment_id: string
  week: number
  amount_msat: bigint
  body: string
  username: string | null
  display_name: string | null
  artwork_key: string | null
}

/** The message with the largest zap of each week since `firstDay`; of all weeks, the `limit` largest. */
export async function selectLargestByWeek(
  tx: Tx,
  of: OfContent,
  { firstDay, limit }: { firstDay: string; limit: number },
): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    SELECT largest.payment_id, largest.week, largest.amount_msat, largest.body, a.username, a.display_name, a.artwork_key
    FROM (
      SELECT DISTINCT ON (week) cm.payment_id, cm.week, cm.amount_msat, cm.body, cm.author_id
      FROM (
        SELECT cm.id, cm.payment_id, ((cm.created_at AT TIME ZONE 'UTC')::date - ${firstDay}::date) / 7 AS week,
          cm.amount_msat, cm.body, cm.author_id
        FROM ${families[of.type].from}
        WHERE ${visibleOf(of, null)} AND cm.created_at >= ${firstDay}::date::timestamp AT TIME ZONE 'UTC') cm
      ORDER BY week, cm.amount_msat DESC, cm.id) largest
      LEFT JOIN person a ON a.id = largest.author_id
    ORDER BY largest.amount_msat DESC, largest.week DESC LIMIT ${limit}`.execute(tx)
  return rows
}
