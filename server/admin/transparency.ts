/** The figures of moderation for the public: counted from the cases, and nothing about persons. */
import { sql } from 'kysely'
import type { getTransparency } from '#contract/community/reports.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Kind, Reason } from './case-queries.ts'
import type { AdminDeps } from './deps.ts'

type Counts = {
  month: string
  kind: Kind
  reason: Reason
  opened: number
  dismissed: number
  acted: number
  medianHours: number | null
}

/** Cases count in the month in which they were opened. */
async function countCases(tx: Tx, now: Date): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    SELECT to_char(date_trunc('month', opened_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS month, kind, reason,
      count(*)::int AS opened, (count(*) FILTER (WHERE outcome = 'dismissed'))::int AS dismissed,
      (count(*) FILTER (WHERE outcome = 'acted'))::int AS acted,
      round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - opened_at))
        FILTER (WHERE decided_at IS NOT NULL) / 3600)::numeric, 1)::float8 AS "medianHours"
    FROM moderation_case WHERE opened_at > ${now}::timestamptz - interval '24 months' GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3
    `.execute(tx)
  return rows
}

async function countTakedowns(tx: Tx, now: Date) {
  const { rows } = await sql<{ month: string; takedowns: number; restored: number }>`
    SELECT to_char(date_trunc('month', made_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS month, count(*)::int AS takedowns,
      (count(*) FILTER (WHERE undone_at IS NOT NULL))::int AS restored
    FROM takedown WHERE made_at > ${now}::timestamptz - interval '24 months' GROUP BY 1`.execute(tx)
  return rows
}

export async function readTransparency({ database, clock }: AdminDeps): Promise<Data<typeof getTransparency>> {
  const now = clock.now()
  const cases = await countCases(database.read, now)
  const takedowns = await countTakedowns(database.read, now)
  const months = [...new Set([...cases, ...takedowns].map(({ month }) => month))].toSorted().toReversed()
  return {
    months: months.map((month) => {
      const own = takedowns.find((one) => one.month === month)
      return {
        month,
        cases: cases.flatMap(({ month: ofMonth, ...counts }) => (ofMonth === month ? [counts] : [])),
        takedowns: own?.takedowns ?? 0,
        restored: own?.restored ?? 0,
      }
    }),
  }
}
