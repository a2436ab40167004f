/** Exports a user's connected apps and their requests. Contains no secrets: the app's key is not stored, the
 * wallet's key is derived, and responses with their preimages are left out. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const EXPORTED_MAX = 10_000
const CHUNK = 500

/** Includes ended connections. */
export async function exportConnections(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT jsonb_build_object('id', c.id, 'name', c.name, 'permissions', to_jsonb(c.permissions),
      'weeklyBudgetMsat', c.weekly_budget_msat, 'maxPaymentMsat', c.max_payment_msat, 'appPubkey', c.client_pubkey,
      'walletPubkey', c.wallet_pubkey, 'expiresAt', c.expires_at, 'createdAt', c.created_at,
      'lastUsedAt', c.last_used_at, 'endedAt', c.deleted_at) AS row
    FROM wallet_connection c WHERE c.user_id = ${userId} ORDER BY c.created_at, c.id LIMIT ${EXPORTED_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Requests that paid something, and others that are not deleted yet; oldest first, in pages. */
export async function* exportRequests(tx: Tx, userId: string): AsyncGenerator<unknown[]> {
  for (let after = { at: new Date(0), eventId: '' }; ;) {
    const { rows } = await sql<{ event_id: string; created_at: Date; row: unknown }>`
      SELECT r.event_id, r.created_at, jsonb_build_object(
        'connectionId', r.connection_id, 'event', r.event_id, 'method', r.method,
        'state', coalesce(r.outcome, r.state), 'msatAmount', r.amount_msat, 'msatSpent', r.spent_msat,
        'paymentId', CASE WHEN r.amount_msat IS NOT NULL THEN r.operation_id END, 'paymentHash', r.payment_hash,
        'description', r.description, 'askedAt', r.created_at) AS row
      FROM wallet_request r JOIN wallet_connection c ON c.id = r.connection_id
      WHERE c.user_id = ${userId} AND (r.created_at, r.event_id) > (${after.at}::timestamptz, ${after.eventId}::text)
      ORDER BY r.created_at, r.event_id LIMIT ${CHUNK}`.execute(tx)
    yield rows.map(({ row }) => row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return
    after = { at: last.created_at, eventId: last.event_id }
  }
}
