/** SQL of the index of everything that can be paid. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { ContentKind } from './visibility.ts'

export async function insertContent(tx: Tx, content: { id: string; type: ContentKind; ownerId: string }): Promise<void> {
  await sql`INSERT INTO content (id, type, owner_id) VALUES (${content.id}, ${content.type}, ${content.ownerId})`.execute(
    tx,
  )
}

/** How many of a kind somebody has made, up to `max`. */
export async function countContent(tx: Tx, ownerId: string, type: ContentKind, max: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    SELECT count(*)::int AS made FROM (
      SELECT FROM content WHERE owner_id = ${ownerId} AND type = ${type} LIMIT ${max}) counted`.execute(tx)
  return rows[0]?.made ?? 0
}

export type ContentRow = {
  id: string
  type: ContentKind
  owner_id: string
  title: string
  artist_name: string
  parent_id: string | null
  is_public: boolean
  is_deleted: boolean
}
