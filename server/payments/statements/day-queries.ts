/** SQL of the daily sums of incoming and outgoing payments, from the lines of the statement. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { LineType } from './queries.ts'

export type DaySums = {
  /** Counted from 1, in the order of the starts. */
  place: number
  lineCount: number
  msatIn: bigint
  msatZapped: bigint
  msatOut: bigint
}

/** Days without lines are left out. `starts` are in order; the last day has no end. */
export async function sumDays(
  tx: Tx,
  userId: string,
  types: readonly LineType[],
  starts: readonly Date[],
): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    SELECT width_bucket(line.created_at, ${starts}::timestamptz[]) AS place, count(*)::int AS "lineCount",
      coalesce(sum(line.change_msat) FILTER (WHERE line.change_msat > 0), 0)::bigint AS "msatIn",
      coalesce(-sum(line.change_msat) FILTER (WHERE line.change_msat < 0 AND line.type = 'Zap Sent'), 0)::bigint
        AS "msatZapped",
      coalesce(-sum(line.change_msat) FILTER (WHERE line.change_msat < 0 AND line.type <> 'Zap Sent'), 0)::bigint
        AS "msatOut"
    FROM unnest(${types}::text[]) wanted (type) CROSS JOIN LATERAL (
      SELECT type, created_at, change_msat FROM statement_line
      WHERE user_id = ${userId} AND type = wanted.type AND created_at >= ${starts[0]}::timestamptz
    ) line
    GROUP BY place`.execute(tx)
  return rows
}

export type ZappedContent = { place: number; contentId: string; contentType: string; title: string; msat: bigint }

/** What this user zapped each content on each day, most first. */
export async function sumZappedContents(tx: Tx, userId: string, starts: readonly Date[]): Promise<ZappedContent[]> {
  const { rows } = await sql<ZappedContent>`
    SELECT width_bucket(l.created_at, ${starts}::timestamptz[]) AS place, z.content_id AS "contentId",
      min(z.content_type) AS "contentType", min(z.content_title) AS title, (-sum(l.change_msat))::bigint AS msat
    FROM statement_line l JOIN zap z ON z.id = l.payment_id
    WHERE l.user_id = ${userId} AND l.type = 'Zap Sent' AND l.created_at >= ${starts[0]}::timestamptz
      AND l.change_msat < 0
    GROUP BY 1, 2 ORDER BY msat DESC, "contentId"`.execute(tx)
  return rows
}
