/** SQL of the legs of payments whose recipients had not agreed when they were booked. Who has agreed:
 * server/catalog/splits/consent.ts. */
import { sql } from 'kysely'
import type { EarningSource } from '#contract/listening/stats.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type WaitingShareRow = {
  id: string
  version_id: string
  position: number
  user_id: string
  owner_id: string
  payment_id: string
  seq: number | null
  content_id: string
  amount_msat: bigint
  state: 'waiting' | 'accepted' | 'returned'
  created_at: Date
  ended_at: Date | null
}

export async function insertWaiting(tx: Tx, rows: readonly WaitingShareRow[]): Promise<void> {
  if (rows.length === 0) return
  const json = JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  await sql`
    INSERT INTO waiting_share (id, version_id, position, user_id, owner_id, payment_id, seq, content_id, amount_msat, state,
      created_at, ended_at)
    SELECT id, version_id, position, user_id, owner_id, payment_id, seq, content_id, amount_msat, state, created_at, ended_at
    FROM jsonb_populate_recordset(NULL::waiting_share, ${json})`.execute(tx)
}

/** `content_id` is null for tickets, which are not counted as earnings of a content. */
export type EndedShare = {
  content_id: string | null
  source: EarningSource
  amount_msat: bigint
}

/** Ends all that waits, with its account locked. Returns what it was earned with. */
export async function endWaiting(
  tx: Tx,
  { versionId, position }: { versionId: string; position: number },
  state: 'accepted' | 'returned',
  now: Date,
): Promise<EndedShare[]> {
  const { rows } = await sql<EndedShare>`
    WITH ended AS (
      UPDATE waiting_share SET state = ${state}, ended_at = ${now}
      WHERE version_id = ${versionId} AND position = ${position} AND state = 'waiting'
      RETURNING payment_id, seq, content_id, amount_msat
    )
    SELECT CASE WHEN e.seq IS NOT NULL THEN e.content_id END AS content_id,
      CASE WHEN g.id IS NOT NULL THEN 'gift' WHEN e.content_id <> z.content_id THEN 'time-split'
        WHEN z.payer_id IS NULL THEN 'wallet' ELSE 'balance' END AS source,
      sum(e.amount_msat)::bigint AS amount_msat
    FROM ended e LEFT JOIN zap z ON z.id = e.payment_id LEFT JOIN gift g ON g.id = z.id
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx)
  return rows
}

/** What waits for a user, by version. */
export async function sumWaitingOf(tx: Tx, userId: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ version_id: string; amount_msat: bigint }>`
    SELECT version_id, sum(amount_msat)::bigint AS amount_msat FROM waiting_share
    WHERE user_id = ${userId} AND state = 'waiting' GROUP BY version_id`.execute(tx)
  return new Map(rows.map((row) => [row.version_id, row.amount_msat]))
}

/** What waits for an invitation in these versions is this user's from now on. Its accounts are locked. */
export async function assignWaiting(
  tx: Tx,
  versionIds: readonly string[],
  { invitationId, userId }: { invitationId: string; userId: string },
): Promise<void> {
  await sql`
    UPDATE waiting_share SET user_id = ${userId}
    WHERE version_id = ANY(${versionIds}::uuid[]) AND user_id = ${invitationId} AND state = 'waiting'`.execute(tx)
}

type ExportedShare = {
  contentId: string
  msat: bigint
  state: WaitingShareRow['state']
  createdAt: Date
  endedAt: Date | null
}

/** All shares of this user that waited, newest first. */
export async function exportWaiting(tx: Tx, userId: string): Promise<ExportedShare[]> {
  const { rows } = await sql<ExportedShare>`
    SELECT content_id AS "contentId", amount_msat AS msat, state, created_at AS "createdAt", ended_at AS "endedAt"
    FROM waiting_share WHERE user_id = ${userId} ORDER BY created_at DESC LIMIT 10000`.execute(tx)
  return rows
}

/** What waits, by the code of its account, for the audit. */
export const heldByWaiting = sql`
  SELECT 'waiting:' || version_id || ':' || position AS code, sum(amount_msat)::bigint AS msat
  FROM waiting_share WHERE state = 'waiting' GROUP BY version_id, position`
