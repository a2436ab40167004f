/** SQL of counter-notices. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type CounterNotice = { takedownId: string; title: string; text: string; notBefore: Date; dueAt: Date }

/** Null for other reports. */
export async function selectCounterNotice(tx: Tx, reportId: string): Promise<CounterNotice | null> {
  const { rows } = await sql<CounterNotice>`
    SELECT content_id AS "takedownId", content_title AS title, coalesce(note, '') AS text,
      coalesce(not_before, created_at) AS "notBefore", coalesce(due_at, created_at) AS "dueAt"
    FROM report WHERE id = ${reportId} AND kind = 'counter-notice'`.execute(tx)
  return rows[0] ?? null
}
