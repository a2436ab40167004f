/** SQL of time splits: rows with the field names of the contract. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export type TimeSplitRow = {
  id: string
  contentId: string
  startSeconds: number
  endSeconds: number
  shareNumerator: number
  shareDenominator: number
  recipientContentId: string
  createdAt: Date
  updatedAt: Date
}
export type NewTimeSplit = Omit<TimeSplitRow, 'id' | 'contentId' | 'createdAt' | 'updatedAt'>

/** The time splits of each content, ordered by time. */
export async function selectTimeSplits(tx: Tx, contentIds: readonly string[]): Promise<TimeSplitRow[]> {
  const { rows } = await sql<TimeSplitRow>`
    SELECT id, content_id AS "contentId", start_seconds AS "startSeconds", end_seconds AS "endSeconds",
      share_numerator AS "shareNumerator", share_denominator AS "shareDenominator",
      recipient_content_id AS "recipientContentId", created_at AS "createdAt", updated_at AS "updatedAt"
    FROM time_split WHERE content_id = ANY(${contentIds}::uuid[]) ORDER BY start_seconds`.execute(tx)
  return rows
}

/** The first one gets the given id. */
export async function insertTimeSplits(
  tx: Tx,
  { id, contentId, now }: { id: string; contentId: string; now: Date },
  timeSplits: readonly NewTimeSplit[],
): Promise<void> {
  if (timeSplits.length === 0) return
  const rows = timeSplits.map(
    (one, index) => sql`(${index === 0 ? id : newId()}, ${contentId}, ${one.startSeconds}, ${one.endSeconds},
      ${one.shareNumerator}, ${one.shareDenominator}, ${one.recipientContentId}, ${now}, ${now})`,
  )
  await sql`
    INSERT INTO time_split (id, content_id, start_seconds, end_seconds, share_numerator, share_denominator,
      recipient_content_id, created_at, updated_at)
    VALUES ${sql.join(rows)}`.execute(tx)
}

export async function deleteTimeSplits(tx: Tx, contentId: string): Promise<void> {
  await sql`DELETE FROM time_split WHERE content_id = ${contentId}`.execute(tx)
}
