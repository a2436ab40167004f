/** Money that is booked but nobody's: why it waits in suspense, for the operator who looks for its owner.
 * The entries themselves are in the ledger; the sum of these rows is the balance of that account. */
import { sql } from 'kysely'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLines } from './statement-queries.ts'

export type SuspenseReason =
  /** Settled at the node, and no invoice of ours has that hash. */
  | 'unknown-invoice'
  /** Less arrived than the invoice asked for. */
  | 'underpaid'
  /** Paid from outside although it had been paid inside this server. */
  | 'paid-twice'
  /** The account it was for has been deleted. */
  | 'recipient-deleted'
  /** Came without an invoice, and names no content of this server. */
  | 'keysend-unknown'
  /** Came without an invoice, for a content that takes no payments: a draft, or taken down. */
  | 'keysend-not-payable'
  /** Booking it as what it is failed again and again. */
  | 'unbookable'

export type SuspenseItem = {
  id: string
  reason: SuspenseReason
  amountMsat: bigint
  /** Of what arrived at the node; null when the money came with a payment that was split. */
  paymentHash: string | null
  paymentId: string | null
  userId: string | null
  createdAt: Date
}

/** With what the backend kept of it; the amount is before that. */
type NewSuspenseItem = Omit<SuspenseItem, 'id'> & { feeMsat?: bigint }

/** In the transaction that credits `suspense`. */
export async function noteSuspense(tx: Tx, item: NewSuspenseItem): Promise<void> {
  await sql`INSERT INTO suspense_item (id, reason, amount_msat, fee_msat, payment_hash, payment_id, user_id, created_at)
    VALUES (${newId()}, ${item.reason}, ${item.amountMsat}, ${item.feeMsat ?? 0n}, ${item.paymentHash},
      ${item.paymentId}, ${item.userId}, ${item.createdAt}) ON CONFLICT (payment_hash) DO NOTHING`.execute(tx)
}

/** Those of the hashes whose money waits there. */
export async function findInSuspense(tx: Tx, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    SELECT payment_hash AS hash FROM suspense_item WHERE payment_hash = ANY(${hashes}::text[])`.execute(tx)
  return new Set(rows.map(({ hash }) => hash))
}

/** The users whose share of this payment went to suspense, given away since or not. */
export async function findHeldFor(tx: Tx, paymentId: string): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM suspense_item
    WHERE payment_id = ${paymentId} AND reason = 'recipient-deleted' AND user_id IS NOT NULL`.execute(tx)
  return new Set(rows.map(({ userId }) => userId))
}

const LISTED_MAX = 200

/** What has not been given to anybody, the newest first. */
export async function listSuspense(tx: Tx): Promise<SuspenseItem[]> {
  const { rows } = await sql<SuspenseItem>`
    SELECT id, reason, amount_msat AS "amountMsat", payment_hash AS "paymentHash", payment_id AS "paymentId",
      user_id AS "userId", created_at AS "createdAt"
    FROM suspense_item WHERE given_at IS NULL ORDER BY created_at DESC LIMIT ${LISTED_MAX}`.execute(tx)
  return rows
}

/** An operator has found whose it is. Null when there is no such item, or it has been given before. */
export async function giveSuspense(
  tx: Tx,
  itemId: string,
  userId: string,
  now: Date,
): Promise<{ amountMsat: bigint } | null> {
  const { rows } = await sql<{ amountMsat: bigint }>`
    UPDATE suspense_item SET given_at = ${now} WHERE id = ${itemId} AND given_at IS NULL
    RETURNING amount_msat AS "amountMsat"`.execute(tx)
  const [item] = rows
  if (item === undefined) return null
  const { amountMsat } = item
  await post(tx, {
    idem: `suspense:${itemId}`,
    kind: 'correction',
    legs: [
      { account: 'suspense', amountMsat: -amountMsat },
      { account: { kind: 'user', userId }, amountMsat },
    ],
    ref: { type: 'suspense', id: itemId },
    occurredAt: now,
  })
  const line = { id: newId(now.getTime()), user_id: userId, type: 'Deposit' as const, payment_id: itemId }
  await insertLines(tx, [{ ...line, amount_msat: amountMsat, change_msat: amountMsat, created_at: now }])
  return item
}
