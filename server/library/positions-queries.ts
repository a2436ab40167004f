/** SQL of resume positions. Visibility is checked in positions.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

/** Positions of older episodes beyond this number are deleted. */
const POSITIONS_MAX = 1_000

export type PositionRow = { content_id: string; position_ms: number; listened_at: Date }
export type NewPosition = { contentId: string; positionMs: number; listenedAt: Date }

export async function selectPositions(
  tx: Tx,
  userId: string,
  { contentId, limit, isUnfinished }: { contentId: string | null; limit: number; isUnfinished: boolean },
  endMs: number,
): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT r.content_id, r.position_ms, r.listened_at FROM resume_position r
    LEFT JOIN episode e ON e.id = r.content_id AND e.deleted_at IS NULL
    WHERE r.user_id = ${userId} AND CASE WHEN ${contentId}::uuid IS NULL THEN e.id IS NOT NULL
      ELSE r.content_id = ${contentId}::uuid END
      AND NOT (${isUnfinished}::boolean AND
        coalesce(r.position_ms >= e.duration_ms - least(${endMs}::int, e.duration_ms / 10), false))
    ORDER BY r.listened_at DESC, r.content_id LIMIT ${limit}`.execute(tx)
  return rows
}

/** One statement for all; a newer position from another device stays. Returns how many were stored. */
export async function upsertPositions(tx: Tx, userId: string, positions: readonly NewPosition[]): Promise<number> {
  const rows = sql.join(
    positions.map(
      ({ contentId, positionMs, listenedAt }) =>
        sql`(${userId}::uuid, ${contentId}::uuid, ${positionMs}::int, ${listenedAt}::timestamptz)`,
    ),
  )
  const { numAffectedRows } = await sql`
    INSERT INTO resume_position (user_id, content_id, position_ms, listened_at)
    SELECT user_id, content_id, position_ms, listened_at
    FROM (VALUES ${rows}) AS told (user_id, content_id, position_ms, listened_at)
    ORDER BY content_id
    ON CONFLICT (user_id, content_id) DO UPDATE
      SET position_ms = excluded.position_ms, listened_at = excluded.listened_at
      WHERE resume_position.listened_at <= excluded.listened_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function trimPositions(tx: Tx, userId: string): Promise<void> {
  await sql`
    DELETE FROM resume_position WHERE user_id = ${userId} AND listened_at < (
      SELECT listened_at FROM resume_position WHERE user_id = ${userId}
      ORDER BY listened_at DESC OFFSET ${POSITIONS_MAX - 1} LIMIT 1)`.execute(tx)
}

export async function deletePositions(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM resume_position WHERE user_id = ${userId}`.execute(tx)
}

export async function exportPositions(tx: Tx, userId: string): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    SELECT content_id, position_ms, listened_at FROM resume_position
    WHERE user_id = ${userId} ORDER BY listened_at DESC LIMIT ${POSITIONS_MAX}`.execute(tx)
  return rows
}
