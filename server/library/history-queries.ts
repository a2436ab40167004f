/** SQL of the listening history. */
import { sql } from 'kysely'
import type { TimeCursor } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Older plays beyond this number are deleted. */
const HEARD_MAX = 5_000

export type HistoryRow = { play_id: string; content_id: string; started_at: Date; seconds_heard: number }
export type ListenedPlay = { playId: string; contentId: string; startedAt: Date; secondsHeard: number }

/** A repeated report of a play can only increase its length. Nothing for users who do not want a history. */
export async function upsertHistory(tx: Tx, userId: string, heard: readonly ListenedPlay[]): Promise<void> {
  await sql`
    INSERT INTO heard (user_id, play_id, content_id, started_at, seconds_heard)
    SELECT DISTINCT ON ("playId") ${userId}::uuid, "playId", "contentId", "startedAt", "secondsHeard"
    FROM unnest(${heard.map(({ playId }) => playId)}::uuid[], ${heard.map(({ contentId }) => contentId)}::uuid[],
      ${heard.map(({ startedAt }) => startedAt)}::timestamptz[], ${heard.map(({ secondsHeard }) => secondsHeard)}::real[]
    ) told ("playId", "contentId", "startedAt", "secondsHeard")
    WHERE NOT EXISTS (SELECT FROM history_off WHERE user_id = ${userId})
    ORDER BY "playId", "secondsHeard" DESC
    ON CONFLICT (user_id, play_id) DO UPDATE
      SET seconds_heard = greatest(heard.seconds_heard, excluded.seconds_heard)`.execute(tx)
  await sql`
    DELETE FROM heard WHERE user_id = ${userId} AND started_at < (
      SELECT started_at FROM heard WHERE user_id = ${userId}
      ORDER BY started_at DESC, play_id DESC OFFSET ${HEARD_MAX - 1} LIMIT 1)`.execute(tx)
}

export async function selectHistory(
  tx: Tx,
  userId: string,
  before: TimeCursor | null,
  limit: number,
): Promise<HistoryRow[]> {
  const older =
    before === null ? sql`` : sql`AND (started_at, play_id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<HistoryRow>`
    SELECT play_id, content_id, started_at, seconds_heard FROM heard WHERE user_id = ${userId} ${older}
    ORDER BY started_at DESC, play_id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function deleteHistory(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM heard WHERE user_id = ${userId}`.execute(tx)
}

export async function isHistoryKept(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM history_off WHERE user_id = ${userId}`.execute(tx)
  return rows.length === 0
}

export async function setHistoryKept(tx: Tx, userId: string, isKept: boolean, now: Date): Promise<void> {
  if (isKept) await sql`DELETE FROM history_off WHERE user_id = ${userId}`.execute(tx)
  else await sql`INSERT INTO history_off (user_id, since) VALUES (${userId}, ${now}) ON CONFLICT DO NOTHING`.execute(tx)
}
