/** SQL of the users whose messages on a content are public: the amounts sent with them, and the largest of each week. */
import { sql } from 'kysely'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { families, isVisibleComment, type OfContent, placeOf, isMutedBy } from './list-queries.ts'

export type SupporterRow = {
  author_id: string
  username: string
  display_name: string | null
  artwork_key: string | null
  msat: bigint
  last_at: Date
}

/** The messages that everybody may see. */
const visibleOf = ({ contentId, type, now }: OfContent) => sql<boolean>`cm.parent_id IS NULL
  AND ${placeOf[type]} = ${contentId} AND cm.deleted_at IS NULL AND ${families[type].isPublic(now)}
  AND ${isVisibleComment('cm', null)}`

type Listing = { userId: string | null; sort: 'top' | 'new'; place: CursorPosition | null; limit: number }

/** `named`: what all supporters sent in total, the same for every reader. */
export type SupporterPage = { rows: SupporterRow[]; named: { msat: bigint; count: number } }

/** Those with the largest sums, or with the newest message, first; for a user, without those they have muted. */
export async function selectSupporterPage(
  tx: Tx,
  of: OfContent,
  { userId, sort, place, limit }: Listing,
): Promise<SupporterPage> {
  const value = sort === 'top' ? sql`given.msat` : sql`given.last_at`
  const before =
    place === null
      ? sql`TRUE`
      : sort === 'top'
        ? sql`(${value}, given.author_id) < (${place.value}::bigint, ${place.id}::uuid)`
        : sql`(${value}, given.author_id) < (${new Date(place.value)}::timestamptz, ${place.id}::uuid)`
  const isMuted = userId === null ? sql`FALSE` : isMutedBy(userId, 'given.author_id')
  const { rows } = await sql<SupporterRow & { named_msat: bigint; named_count: number }>`
    WITH given AS MATERIALIZED (
      SELECT cm.author_id, sum(cm.amount_msat)::bigint AS msat, count(*) AS count,
        max(date_trunc('milliseconds', cm.created_at)) AS last_at
      FROM ${families[of.type].from} WHERE cm.author_id IS NOT NULL AND ${visibleOf(of)}
      GROUP BY cm.author_id)
    SELECT shown.author_id, shown.username, shown.display_name, shown.artwork_key, shown.msat, shown.last_at,
      named.msat AS named_msat, named.count AS named_count
    FROM (SELECT coalesce(sum(msat), 0)::bigint AS msat, coalesce(sum(count), 0)::int AS count FROM given) named
    LEFT JOIN (
      SELECT given.author_id, a.username, a.display_name, a.artwork_key, given.msat, given.last_at
      FROM given JOIN person a ON a.id = given.author_id
      WHERE ${before} AND NOT ${isMuted} ORDER BY ${value} DESC, given.author_id DESC LIMIT ${limit}) shown ON true
    ORDER BY ${sort === 'top' ? sql`shown.msat` : sql`shown.last_at`} DESC, shown.author_id DESC`.execute(tx)
  const { named_msat: msat, named_count: count } = rows[0]!
  // The sums are in a row of their own when nobody is shown.
  return { rows: rows.filter(({ author_id: authorId }) => authorId !== null), named: { msat, count } }
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
        WHERE ${visibleOf(of)} AND cm.created_at >= ${firstDay}::date::timestamp AT TIME ZONE 'UTC') cm
      ORDER BY week, cm.amount_msat DESC, cm.id) largest
      LEFT JOIN person a ON a.id = largest.author_id
    ORDER BY largest.amount_msat DESC, largest.week DESC LIMIT ${limit}`.execute(tx)
  return rows
}
