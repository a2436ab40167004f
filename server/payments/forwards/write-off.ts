/** Ends the payments of an account: checks that nothing is in progress, writes off a remainder too small to pay out,
 * and ends forwarding. Deleting the user is in server/accounts. */
import { sql } from 'kysely'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { deletePlan } from '#server/payments/payouts/forward-queries.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { dueDateOf } from '#server/payments/ticket-due.ts'

/** Payouts without an outcome, batches of forwards that are waiting or being sent, and events that hold money. */
export async function hasPaymentsInFlight(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isUnderWay: boolean }>`
    SELECT EXISTS (SELECT FROM payout WHERE user_id = ${userId} AND state IN ('reserved', 'sending', 'unknown'))
      OR EXISTS (SELECT FROM forward_batch WHERE user_id = ${userId} AND state IN ('waiting', 'sending'))
      AS "isUnderWay"`.execute(tx)
  return rows[0]!.isUnderWay
}

/** The price of tickets whose money this user gets later, and when the last of it is due; null without any. */
export async function readWaitingTickets(
  tx: Tx,
  userId: string,
): Promise<{ msatTotal: bigint; paysOutAt: Date } | null> {
  const { rows } = await sql<{ msatTotal: bigint | null; paysOutAt: Date | null }>`
    SELECT sum(t.price_msat)::bigint AS "msatTotal",
      max(${dueDateOf('p')}) AS "paysOutAt"
    FROM ticket_purchase p JOIN ticket t ON t.purchase_id = p.id JOIN concert k ON k.id = p.concert_id
    WHERE p.owner_id = ${userId} AND p.state = 'sold' AND p.paid_out_at IS NULL AND t.state = 'valid'
      AND t.price_msat > 0`.execute(tx)
  const { msatTotal, paysOutAt } = rows[0]!
  return msatTotal === null || paysOutAt === null ? null : { msatTotal, paysOutAt }
}

/** Transfers the remainder to the house, in the transaction that closes the account. The user has agreed to the
 * amount. */
export async function writeOffBalance(
  tx: Tx,
  userId: string,
  { amountMsat, now }: { amountMsat: bigint; now: Date },
): Promise<void> {
  const id = newId(now.getTime())
  await post(tx, {
    idem: `forfeit:${userId}`,
    kind: 'correction',
    legs: [
      { account: { kind: 'user', userId }, amountMsat: -amountMsat },
      { account: 'house', amountMsat },
    ],
    ref: { type: 'forfeit', id },
    occurredAt: now,
    meta: { reason: 'account-deleted' },
  })
  const line = { id: newId(now.getTime()), user_id: userId, type: 'Withdraw' as const, payment_id: id }
  await insertLines(tx, [{ ...line, amount_msat: amountMsat, change_msat: -amountMsat, created_at: now }])
}

export async function endForwarding(tx: Tx, userId: string): Promise<void> {
  await deletePlan(tx, userId)
}
