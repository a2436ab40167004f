/** SQL that aggregates plays: by content and day, by agent and day, and in total. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { tryLockName } from '#server/platform/database/engine.ts'

export type PlaySum = {
  ownerId: string
  contentId: string
  day: string
  agent: string
  source: string
  plays: number
}

/** One play. `quarter`: the quarter of an hour in which it began. `visitor` is null if it is not counted in sketches. */
export type ClaimedPlay = PlaySum & {
  quarter: Date
  /** The day in UTC. */
  arrivedOn: string
  country: string | null
  visitor: Buffer | null
}

/** Whether there is a play to aggregate, or what was heard of one. Usually there is none: this is cheaper than a transaction. */
export async function hasNewPlays(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    (SELECT 1 AS one FROM play WHERE NOT is_rolled_up LIMIT 1) UNION ALL
    (SELECT 1 AS one FROM play WHERE heard IS NOT NULL LIMIT 1)`.execute(tx)
  return rows.length > 0
}

/** Claims the oldest plays that are not aggregated yet; none while another server has claimed some. From then on only
 * the hash of the day identifies the listener. */
export async function claimPlays(tx: Tx, limit: number): Promise<ClaimedPlay[]> {
  if (!(await tryLockName(tx, 'plays-roll-up'))) return []
  const { rows } = await sql<ClaimedPlay>`
    WITH selected AS MATERIALIZED (
      SELECT play_id, visitor, (started_at AT TIME ZONE 'UTC')::date::text AS day,
        (arrived_at AT TIME ZONE 'UTC')::date::text AS arrived_on
      FROM play WHERE NOT is_rolled_up ORDER BY arrived_at LIMIT ${limit}
    )
    UPDATE play SET is_rolled_up = true, visitor = NULL FROM selected
    WHERE play.play_id = selected.play_id AND NOT is_rolled_up
    RETURNING owner_id AS "ownerId", content_id AS "contentId", selected.day, agent, source, 1 AS plays,
      date_bin('15 minutes', started_at, timestamptz '2000-01-01 00:00+00') AS quarter,
      selected.arrived_on AS "arrivedOn", country, selected.visitor`.execute(tx)
  return rows
}

/** Table by table and in the order of their keys, so that two servers cannot deadlock. */
export async function addPlays(tx: Tx, sums: readonly PlaySum[]): Promise<void> {
  const parts = sql`unnest(
    ${sums.map(({ ownerId }) => ownerId)}::uuid[], ${sums.map(({ contentId }) => contentId)}::uuid[],
    ${sums.map(({ day }) => day)}::date[], ${sums.map(({ agent }) => agent)}::text[],
    ${sums.map(({ source }) => source)}::text[], ${sums.map(({ plays }) => plays)}::int[]
  ) reported (owner_id, content_id, day, agent, source, plays)`
  await sql`
    INSERT INTO play_day AS known (owner_id, day, content_id, plays)
    SELECT owner_id, day, content_id, sum(plays)::int FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (owner_id, day, content_id) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
  await sql`
    INSERT INTO play_month AS known (owner_id, month, content_id, plays)
    SELECT owner_id, date_trunc('month', day::timestamp)::date, content_id, sum(plays)::int
    FROM ${parts} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (owner_id, month, content_id) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
  await sql`
    INSERT INTO play_agent_day AS known (owner_id, day, agent, source, plays)
    SELECT owner_id, day, agent, source, sum(plays)::int FROM ${parts} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (owner_id, day, agent, source) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
  await sql`
    INSERT INTO play_total AS known (content_id, owner_id, plays)
    SELECT content_id, owner_id, sum(plays)::bigint FROM ${parts} GROUP BY 1, 2 ORDER BY 1
    ON CONFLICT (content_id) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
}
