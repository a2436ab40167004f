/** Whether a connection may make a payment: open, with the permission, and within its limits. */
import type { Tx } from '#server/platform/database/database.ts'
import type { ConnectionRow } from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { WalletRefused } from './refusal.ts'
import { type PayingMethod, sumSpent } from './request-queries.ts'

export const BUDGET_MS = 7 * 24 * 3_600_000

type Cost = { method: PayingMethod; amountMsat: bigint; costMsat: bigint }

/** Throws unless the connection may make this payment. Reliable only while its row is locked. */
export async function requirePermission(
  { clock }: WalletDeps,
  tx: Tx,
  connection: ConnectionRow | undefined,
  { method, amountMsat, costMsat }: Cost,
): Promise<void> {
  const now = clock.now()
  requireOpen(connection, now)
  if (!connection.permissions.includes(method)) throw new WalletRefused('RESTRICTED', 'This app may not pay.')
  const { max_payment_msat: maxMsat, weekly_budget_msat: budgetMsat } = connection
  if (maxMsat !== null && amountMsat > maxMsat) {
    throw new WalletRefused('QUOTA_EXCEEDED', `This app may pay at most ${maxMsat} msat in one payment.`)
  }
  if (budgetMsat === null) return
  const spent = await sumSpent(tx, [connection.id], new Date(now.getTime() - BUDGET_MS))
  if ((spent.get(connection.id) ?? 0n) + costMsat > budgetMsat) {
    throw new WalletRefused('QUOTA_EXCEEDED', 'The weekly budget of this app is too small for this.')
  }
}

/** Throws when the connection is deleted, expired or paused. */
export function requireOpen(connection: ConnectionRow | undefined, now: Date): asserts connection is ConnectionRow {
  if (connection === undefined || connection.deleted_at !== null) {
    throw new WalletRefused('UNAUTHORIZED', 'This connection was ended.')
  }
  if (connection.expires_at !== null && connection.expires_at <= now) {
    throw new WalletRefused('UNAUTHORIZED', 'This connection has expired.')
  }
  if (connection.paused_at !== null) {
    throw new WalletRefused('RESTRICTED', 'This connection is paused. Its owner can keep or remove it in the settings.')
  }
}
