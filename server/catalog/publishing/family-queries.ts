/** SQL that albums and podcasts share for their children: counting them, ordering them, and checking whether any is
 * ready. Publishing is publishing/queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import type { Family } from './queries.ts'

/** The number of children. A child whose file could not be processed does not count, unless
 * an earlier file still plays. */
export async function countChildren(tx: Tx, family: Family, parentId: string): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    SELECT count(*)::int AS made FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL
      AND (processing_state <> 'failed' OR live_key IS NOT NULL)`.execute(tx)
  return rows[0]?.made ?? 0
}

/** Whether any child can be played once it is published. */
export async function hasReadyChild(tx: Tx, family: Family, parentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL AND live_key IS NOT NULL
      AND NOT is_withdrawn LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** The ids of all children that are not deleted. The parent must be locked. */
export async function selectChildIds(tx: Tx, family: Family, parentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether any child has ever been published or scheduled. */
export async function hasDatedChild(tx: Tx, family: Family, parentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND published_at IS NOT NULL LIMIT 1`.execute(tx)
  return rows.length > 0
}

export type Order = { parentId: string; childIds: readonly string[]; now: Date }

/** Numbers the children from 1; the parent must be locked. Throws 422 unless `childIds` names all of them, each
 * once. */
export async function orderChildren(
  tx: Tx,
  family: Family,
  { parentId, childIds, now }: Order,
): Promise<{ id: string; order: number }[]> {
  const ids = childIds.map((id) => id.toLowerCase())
  const known = new Set(await selectChildIds(tx, family, parentId))
  if (new Set(ids).size !== ids.length || ids.length !== known.size || !ids.every((id) => known.has(id))) {
    throw brokenRule('rule.orderIncomplete')
  }
  await sql`
    UPDATE ${sql.table(family.child)} AS child SET position = wanted.position, updated_at = ${now}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY wanted (id, position)
    WHERE child.id = wanted.id AND child.position <> wanted.position`.execute(tx)
  return ids.map((id, index) => ({ id, order: index + 1 }))
}
