/** SQL of what albums and podcasts do with what is in them, the same way: whether anything is left, in which order it
 * stands, and whether any of it is ready. Not publishing; that is publish-queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { ruleBroken } from './catalog.ts'
import type { Family } from './publish-queries.ts'

/** How many children there are. A file that could not be used does not count, unless an earlier one still plays. */
export async function countChildren(tx: Tx, family: Family, parentId: string): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    SELECT count(*)::int AS made FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL
      AND (processing_state <> 'failed' OR live_key IS NOT NULL)`.execute(tx)
  return rows[0]?.made ?? 0
}

/** Whether anything in it can be heard once it is published. */
export async function hasReadyChild(tx: Tx, family: Family, parentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL AND live_key IS NOT NULL
      AND NOT is_withdrawn LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Of everything that is left in it. The parent is locked. */
export async function selectChildIds(tx: Tx, family: Family, parentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether anything in it has ever been published or scheduled. */
export async function hasDatedChild(tx: Tx, family: Family, parentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND published_at IS NOT NULL LIMIT 1`.execute(tx)
  return rows.length > 0
}

export type Order = { parentId: string; childIds: readonly string[]; now: Date }

/** Numbers them from 1 on; the parent is locked. 422 unless all of them are named, each once. */
export async function orderChildren(
  tx: Tx,
  family: Family,
  { parentId, childIds, now }: Order,
): Promise<{ id: string; order: number }[]> {
  const ids = childIds.map((id) => id.toLowerCase())
  const known = new Set(await selectChildIds(tx, family, parentId))
  if (new Set(ids).size !== ids.length || ids.length !== known.size || !ids.every((id) => known.has(id))) {
    throw ruleBroken('An order names everything that is in it, each once. Please look at it again.')
  }
  await sql`
    UPDATE ${sql.table(family.child)} AS child SET position = wanted.position, updated_at = ${now}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY wanted (id, position)
    WHERE child.id = wanted.id AND child.position <> wanted.position`.execute(tx)
  return ids.map((id, index) => ({ id, order: index + 1 }))
}
