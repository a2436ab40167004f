/** SQL of the newest zaps of the whole server. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { position } from './second-queries.ts'

export type NewsRow = {
  id: string
  content_id: string
  amount_msat: bigint
  at_seconds: number | null
  settled_at: Date
  has_message: boolean
}

/** Newest first. */
export async function selectNewestZaps(tx: Tx, since: Date, limit: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    SELECT z.id, z.content_id, z.amount_msat, ${position}::int AS at_seconds, z.settled_at,
      coalesce(z.comment, '') <> '' AS has_message
    FROM zap z LEFT JOIN payment_origin po ON po.payment_id = z.id
    WHERE z.settled_at >= ${since} ORDER BY z.settled_at DESC, z.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}
