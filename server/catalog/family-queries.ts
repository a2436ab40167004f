/** SQL of what albums and podcasts do with what is in them, the same way: whether anything is left, in which order it
 * stands, and whether a title is free. Not publishing; that is publish-queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { ruleBroken } from './catalog.ts'
import type { Family } from './publish-queries.ts'

/** A file that could not be used takes neither a place nor its title, unless an earlier one still plays. */
const counts = sql`deleted_at IS NULL AND (processing_state <> 'failed' OR live_key IS NOT NULL)`

/** How many children there are, and whether another one than `id` has this title already. */
export async function countChildren(
  tx: Tx,
  family: Family,
  { parentId, title, id }: { parentId: string; title: string; id?: string },
): Promise<{ made: number; same: number }> {
  const { rows } = await sql<{ made: number; same: number }>`
    SELECT count(*)::int AS made,
      count(*) FILTER (WHERE lower(title) = lower(${title}) AND id IS DISTINCT FROM ${id ?? null}::uuid)::int AS same
    FROM ${sql.table(family.child)} WHERE ${sql.ref(family.link)} = ${parentId} AND ${counts}`.execute(tx)
  return rows[0] ?? { made: 0, same: 0 }
}

export async function hasChildrenLeft(tx: Tx, family: Family, parentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(family.child)} WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL
    LIMIT 1`.execute(tx)
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
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(family.child)}
    WHERE ${sql.ref(family.link)} = ${parentId} AND deleted_at IS NULL`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  if (new Set(ids).size !== ids.length || ids.length !== known.size || !ids.every((id) => known.has(id))) {
    throw ruleBroken('An order names everything that is in it, each once. Please look at it again.')
  }
  await sql`
    UPDATE ${sql.table(family.child)} AS child SET position = wanted.position, updated_at = ${now}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY wanted (id, position)
    WHERE child.id = wanted.id AND child.position <> wanted.position`.execute(tx)
  return ids.map((id, index) => ({ id, order: index + 1 }))
}
