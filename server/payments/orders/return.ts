/** Orders that can no longer be fulfilled when they are paid: all of the money goes to who ordered. */
import type { LineNote } from '#contract/payments/line-notes.ts'
import { findDeletedUsers } from '#server/accounts/users.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLines, type LineRow } from '#server/payments/statements/queries.ts'
import { recordSuspense, type SuspenseReason } from '#server/payments/statements/suspense.ts'
import type { PaidOrder } from './order.ts'

/** Why it is returned: the note of its lines, what it was for, and the reason if it goes to suspense. */
export type Return = { note: LineNote; title: string; reason: SuspenseReason }

/** Books the whole payment to the buyer's balance, or to suspense if the buyer has no account (any more). Returns the users
 * whose balance has changed. */
export async function returnOrder(tx: Tx, order: PaidOrder, why: Return): Promise<string[]> {
  const { invoice, receivedMsat, debit, payerId, idem, settledAt } = order
  const credit = await creditBuyer(tx, order, receivedMsat)
  await post(tx, {
    idem,
    kind: 'order-return',
    legs: [debit, credit],
    ref: { type: 'invoice', id: invoice.id },
    occurredAt: settledAt,
  })
  await recordReturn(tx, order, { ...why, amountMsat: receivedMsat })
  if (payerId !== null) await insertLines(tx, [sentLine(order, payerId, why)])
  return [invoice.buyer_id, payerId].filter((userId) => userId !== null)
}

/** The leg that returns money of an order to its buyer, in a transfer of the caller: for what is left over of a larger payment.
 * `recordReturn` writes the rest, once the transfer is posted. */
export async function creditBuyer(tx: Tx, { invoice }: PaidOrder, amountMsat: bigint): Promise<TransferLeg> {
  const userId = await findBuyer(tx, invoice.buyer_id)
  return userId === null
    ? { account: 'suspense', amountMsat }
    : { account: { kind: 'user', userId }, amountMsat, role: 'deposit' }
}

/** The buyer's Deposit line, or the item in suspense. By the id of the payment and never by its hash, because the audit counts
 * hashes in suspense as receipts of their own. */
export async function recordReturn(
  tx: Tx,
  { invoice, settledAt }: PaidOrder,
  { note, title, reason, amountMsat }: Return & { amountMsat: bigint },
): Promise<void> {
  if (amountMsat === 0n) return
  const userId = await findBuyer(tx, invoice.buyer_id)
  if (userId === null) {
    const item = { reason, amountMsat, paymentHash: null, paymentId: invoice.id, userId: invoice.buyer_id }
    return recordSuspense(tx, { ...item, createdAt: settledAt })
  }
  const line = { id: newId(settledAt.getTime()), user_id: userId, type: 'Deposit', payment_id: invoice.id } as const
  await insertLines(tx, [
    { ...line, amount_msat: amountMsat, change_msat: amountMsat, created_at: settledAt, note, title },
  ])
}

/** The Zap Sent line of the balance that paid. */
export function sentLine(order: PaidOrder, payerId: string, { note, title }: Pick<Return, 'note' | 'title'>): LineRow {
  const { invoice, receivedMsat, settledAt } = order
  return {
    id: newId(settledAt.getTime()),
    user_id: payerId,
    type: 'Zap Sent',
    payment_id: invoice.id,
    amount_msat: receivedMsat,
    change_msat: -receivedMsat,
    created_at: settledAt,
    note,
    title,
  }
}

async function findBuyer(tx: Tx, buyerId: string | null): Promise<string | null> {
  if (buyerId === null || (await findDeletedUsers(tx, [buyerId])).has(buyerId)) return null
  return buyerId
}
