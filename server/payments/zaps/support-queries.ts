/** SQL of how many zaps content received, and what one user sent to it. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export async function countZaps(tx: Tx, contentIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM zap WHERE content_id = ANY(${contentIds}::uuid[])`.execute(tx)
  return rows[0]?.count ?? 0
}

export type SupportRow = { msat: bigint; count: number; since: Date | null }

/** Includes anonymous zaps: to be shown to the payer only. */
export async function sumZapsOf(tx: Tx, payerId: string, contentIds: readonly string[]): Promise<SupportRow> {
  const { rows } = await sql<SupportRow>`
    SELECT coalesce(sum(amount_msat), 0)::bigint AS msat, count(*)::int AS count, min(settled_at) AS since
    FROM zap WHERE payer_id = ${payerId} AND content_id = ANY(${contentIds}::uuid[])`.execute(tx)
  return rows[0]!
}
