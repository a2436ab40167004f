/** SQL of the statement of a year: the lines that raised a balance, in dollars at their own price. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { LineNote } from '#contract/payments/line-notes.ts'
import { noteOfLine, purchaseOfLine, type LineType } from './queries.ts'

/** Of a line `l`. Millionths of a dollar. A bitcoin is 10^11 msat, a cent 10^4 millionths. */
const microUsd = sql<bigint | null>`round(l.change_msat::numeric * l.cents_per_btc / 10000000)::bigint`

type Sum = {
  month: number
  type: LineType
  lineCount: number
  msatAmount: bigint
  microUsd: bigint
  msatWithoutPrice: bigint
}

/** `starts`: the first instants of the months, and the end of the last one. */
export async function sumReceived(
  tx: Tx,
  userId: string,
  types: readonly LineType[],
  starts: readonly Date[],
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    SELECT width_bucket(line.created_at, ${starts}::timestamptz[]) AS month, line.type, count(*)::int AS "lineCount",
      sum(line.change_msat)::bigint AS "msatAmount", coalesce(sum(line.micro_usd), 0)::bigint AS "microUsd",
      coalesce(sum(line.change_msat) FILTER (WHERE line.micro_usd IS NULL), 0)::bigint AS "msatWithoutPrice"
    FROM unnest(${types}::text[]) wanted (type) CROSS JOIN LATERAL (
      SELECT type, created_at, change_msat, ${microUsd} AS micro_usd FROM statement_line l
      WHERE user_id = ${userId} AND type = wanted.type AND change_msat > 0
        AND created_at >= ${starts[0]}::timestamptz AND created_at < ${starts.at(-1)}::timestamptz
    ) line
    GROUP BY month, line.type ORDER BY month, line.type`.execute(tx)
  return rows
}

export type ReceivedRow = {
  id: string
  created_at: Date
  type: LineType
  payment_id: string
  note: LineNote | null
  change_msat: bigint
  cents_per_btc: bigint | null
  micro_usd: bigint | null
}

/** Oldest first, after this line. */
export async function selectReceived(
  tx: Tx,
  userId: string,
  page: { types: readonly LineType[]; after: { createdAt: Date; id: string }; to: Date; limit: number },
): Promise<ReceivedRow[]> {
  const { rows } = await sql<ReceivedRow>`
    SELECT l.id, l.created_at, l.type, l.payment_id, ${noteOfLine} AS note, l.change_msat, l.cents_per_btc,
      ${microUsd} AS micro_usd
    FROM statement_line l ${purchaseOfLine}
    WHERE l.user_id = ${userId} AND l.type = ANY(${page.types}::text[]) AND l.change_msat > 0
      AND (l.created_at, l.id) > (${page.after.createdAt}, ${page.after.id}::uuid) AND l.created_at < ${page.to}
    ORDER BY l.created_at, l.id LIMIT ${page.limit}`.execute(tx)
  return rows
}
