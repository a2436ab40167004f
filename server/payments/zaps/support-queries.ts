/** SQL of how many zaps content received, and what one user sent to it. */
import { sql } from 'kysely'
import { familyOf } from '#server/catalog/content/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** To the content and everything in it. */
export async function countZaps(tx: Tx, contentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${familyOf(contentId)} family JOIN zap ON zap.content_id = family.id`.execute(tx)
  return rows[0]?.count ?? 0
}

export type SupportRow = { msat: bigint; count: number; since: Date | null }

/** To the content and everything in it. Includes anonymous zaps: to be shown to the payer only. */
export async function sumZapsOf(tx: Tx, payerId: string, contentId: string): Promise<SupportRow> {
  const { rows } = await sql<SupportRow>`
    SELECT coalesce(sum(amount_msat), 0)::bigint AS msat, count(*)::int AS count, min(settled_at) AS since
    FROM ${familyOf(contentId)} family JOIN zap ON zap.content_id = family.id WHERE payer_id = ${payerId}`.execute(tx)
  return rows[0]!
}
