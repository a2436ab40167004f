/** Money that is booked but unassigned: why each item is in suspense, for the operator who looks for its
 * owner. The entries are in the ledger; these rows sum to the balance of that account. */
import { sql } from 'kysely'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLines } from './queries.ts'

export type SuspenseReason =
  /** Settled at the node, but no invoice of ours has this hash. */
  | 'unknown-invoice'
  /** Less arrived than the invoice requested. */
  | 'underpaid'
  /** Paid over Lightning after it had been paid by an internal transfer. */
  | 'paid-twice'
  /** The account that it was for has been deleted. */
  | 'recipient-deleted'
  /** A keysend that names no content and no user of this server. */
  | 'keysend-unknown'
  /** A keysend for content that takes no payments: a draft, or taken down. */
  | 'keysend-not-payable'
  /** An order that could no longer be fulfilled when it was paid, and whose buyer has no account; also what was left over of a
   * larger payment. */
  | 'promo-late'
  | 'ticket-late'
  | 'purchase-late'
  /** A refunded ticket whose buyer has no account. */
  | 'ticket-refund'
  /** Crediting it failed repeatedly. */
  | 'unbookable'

export type SuspenseItem = {
  id: string
  reason: SuspenseReason
  amountMsat: bigint
  /** The hash of what arrived at the node. Null when it is a share of a split payment. */
  paymentHash: string | null
  paymentId: string | null
  userId: string | null
  createdAt: Date
}

/** The amount is before `feeMsat`, the fee that the backend deducted. */
type NewSuspenseItem = Omit<SuspenseItem, 'id'> & { feeMsat?: bigint }

/** Runs in the transaction that credits `suspense`. */
export async function recordSuspense(tx: Tx, item: NewSuspenseItem): Promise<void> {
  await sql`INSERT INTO suspense_item (id, reason, amount_msat, fee_msat, payment_hash, payment_id, user_id, created_at)
    VALUES (${newId()}, ${item.reason}, ${item.amountMsat}, ${item.feeMsat ?? 0n}, ${item.paymentHash},
      ${item.paymentId}, ${item.userId}, ${item.createdAt}) ON CONFLICT (payment_hash) DO NOTHING`.execute(tx)
}

/** Runs in the transaction that credits `suspense` with the share of a deleted user. */
export const recordDeletedShare = (
  tx: Tx,
  share: Pick<SuspenseItem, 'paymentId' | 'userId' | 'amountMsat' | 'createdAt'>,
) => recordSuspense(tx, { ...share, reason: 'recipient-deleted', paymentHash: null })

/** Those of the hashes that have a suspense item. */
export async function findInSuspense(tx: Tx, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    SELECT payment_hash AS hash FROM suspense_item WHERE payment_hash = ANY(${hashes}::text[])`.execute(tx)
  return new Set(rows.map(({ hash }) => hash))
}

/** The users whose share of this payment went to suspense, whether assigned since or not. */
export async function findSuspenseFor(tx: Tx, paymentId: string): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM suspense_item
    WHERE payment_id = ${paymentId} AND reason = 'recipient-deleted' AND user_id IS NOT NULL`.execute(tx)
  return new Set(rows.map(({ userId }) => userId))
}

const LISTED_MAX = 200

/** Unassigned items, newest first. */
export async function listSuspense(tx: Tx): Promise<SuspenseItem[]> {
  const { rows } = await sql<SuspenseItem>`
    SELECT id, reason, amount_msat AS "amountMsat", payment_hash AS "paymentHash", payment_id AS "paymentId",
      user_id AS "userId", created_at AS "createdAt"
    FROM suspense_item WHERE given_at IS NULL ORDER BY created_at DESC LIMIT ${LISTED_MAX}`.execute(tx)
  return rows
}

/** Assigns an item to its owner. Null when there is no such item, or it has been assigned before. */
export async function assignSuspense(
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
