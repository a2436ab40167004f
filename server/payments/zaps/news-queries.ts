/** SQL of the newest zaps of the whole server, and of given content. */
import { sql } from 'kysely'
import { familyOf } from '#server/catalog/content/queries.ts'
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

const columns = sql`z.id, z.content_id, z.amount_msat, ${position}::int AS at_seconds, z.settled_at,
  coalesce(z.comment, '') <> '' AS has_message`
const origins = sql`LEFT JOIN payment_origin po ON po.payment_id = z.id`

/** Newest first. */
export async function selectNewestZaps(tx: Tx, since: Date, limit: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    SELECT ${columns} FROM zap z ${origins}
    WHERE z.settled_at >= ${since} ORDER BY z.settled_at DESC, z.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** To the content and everything in it, newest first. Of each content only as many are read, so that an artist with a million
 * zaps costs no more. */
export async function selectNewestZapsTo(tx: Tx, contentId: string, limit: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    SELECT ${columns} FROM ${familyOf(contentId)} family
    CROSS JOIN LATERAL (SELECT id, content_id, amount_msat, content_time_seconds, comment, settled_at FROM zap
      WHERE zap.content_id = family.id ORDER BY settled_at DESC LIMIT ${limit}) z ${origins}
    ORDER BY z.settled_at DESC, z.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}
