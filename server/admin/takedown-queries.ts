/** SQL of takedowns and their items. */
import { sql } from 'kysely'
import type { Reason } from './case-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Takedown = {
  id: string
  reason: string
  ground: Reason
  madeBy: string
  madeAt: Date
  undoneAt: Date | null
}
export type TakedownItem = {
  takedownId: string
  contentId: string
  contentType: 'artist' | 'podcast' | 'track' | 'episode'
  ownerId: string
  title: string
}

export async function insertTakedown(
  tx: Tx,
  takedown: Omit<Takedown, 'undoneAt'>,
  items: readonly Omit<TakedownItem, 'takedownId'>[],
): Promise<void> {
  await sql`INSERT INTO takedown (id, reason, ground, made_by, made_at)
    VALUES (${takedown.id}, ${takedown.reason}, ${takedown.ground}, ${takedown.madeBy}, ${takedown.madeAt})`.execute(tx)
  const rows = items.map(
    (item) => sql`(${takedown.id}, ${item.contentId}, ${item.contentType}, ${item.ownerId}, ${item.title})`,
  )
  await sql`INSERT INTO takedown_item (takedown_id, content_id, content_type, owner_id, title)
    VALUES ${sql.join(rows)}`.execute(tx)
}

/** False when the takedown does not exist or was already undone. */
export async function markUndone(tx: Tx, takedownId: string, undoneBy: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE takedown SET undone_at = ${now}, undone_by = ${undoneBy}
    WHERE id = ${takedownId} AND undone_at IS NULL RETURNING 1`.execute(tx)
  return rows.length === 1
}

export async function listItems(tx: Tx, takedownIds: readonly string[]): Promise<TakedownItem[]> {
  const { rows } = await sql<TakedownItem>`
    SELECT takedown_id AS "takedownId", content_id AS "contentId", content_type AS "contentType", owner_id AS "ownerId",
      title
    FROM takedown_item WHERE takedown_id = ANY(${takedownIds}::uuid[]) ORDER BY title, content_id`.execute(tx)
  return rows
}

/** Restores this owner's items. The takedown is undone when none remains hidden. */
export async function markRestored(tx: Tx, undo: Undo & { ownerId: string }): Promise<void> {
  const { takedownId, ownerId, undoneBy, now } = undo
  await sql`
    UPDATE takedown_item SET restored_at = ${now}
    WHERE takedown_id = ${takedownId} AND owner_id = ${ownerId} AND restored_at IS NULL`.execute(tx)
  await sql`
    UPDATE takedown SET undone_at = ${now}, undone_by = ${undoneBy} WHERE id = ${takedownId} AND undone_at IS NULL
      AND NOT EXISTS (SELECT FROM takedown_item WHERE takedown_id = ${takedownId} AND restored_at IS NULL)`.execute(tx)
}

export type Undo = { takedownId: string; undoneBy: string; now: Date }

/** The ids among these that an active takedown still hides. */
export async function findCovered(tx: Tx, contentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ content_id: string }>`
    SELECT DISTINCT i.content_id FROM takedown_item i JOIN takedown t ON t.id = i.takedown_id
    WHERE i.content_id = ANY(${contentIds}::uuid[]) AND t.undone_at IS NULL AND i.restored_at IS NULL`.execute(tx)
  return new Set(rows.map((row) => row.content_id))
}

export async function listTakedowns(tx: Tx, page: { offset: number; limit: number }): Promise<Takedown[]> {
  const { rows } = await sql<Takedown>`
    SELECT id, reason, ground, made_by AS "madeBy", made_at AS "madeAt", undone_at AS "undoneAt" FROM takedown
    ORDER BY made_at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(tx)
  return rows
}
