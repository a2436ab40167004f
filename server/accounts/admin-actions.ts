/** The audit log of admin actions, and of changes of ownership, whose actor is the new owner:
 * written in the transaction of the action, and never changed. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

type Details = Readonly<Record<string, string | number | boolean | null | string[]>>

export type AdminAction = {
  id: string
  /** Null for the command line. */
  adminId: string | null
  action: string
  targetType: string | null
  targetId: string | null
  reason: string | null
  details: Details
  createdAt: Date
}

export type NewAdminAction = {
  /** Null for the command line. */
  adminId: string | null
  action: string
  target?: { type: string; id: string }
  reason?: string
  details?: Details
  now: Date
}

export async function recordAdminAction(tx: Tx, noted: NewAdminAction): Promise<void> {
  await sql`
    INSERT INTO admin_action (id, admin_id, action, target_type, target_id, reason, details, created_at)
    VALUES (${newId()}, ${noted.adminId}, ${noted.action}, ${noted.target?.type ?? null}, ${noted.target?.id ?? null},
      ${noted.reason ?? null}, ${JSON.stringify(noted.details ?? {})}::jsonb, ${noted.now})`.execute(tx)
}

export async function listAdminActions(tx: Tx, page: { offset: number; limit: number }): Promise<AdminAction[]> {
  const { rows } = await sql<AdminAction>`
    SELECT id, admin_id AS "adminId", action, target_type AS "targetType", target_id AS "targetId", reason, details,
      created_at AS "createdAt"
    FROM admin_action ORDER BY created_at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(tx)
  return rows
}
