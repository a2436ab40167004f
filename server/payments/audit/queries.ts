/** SQL of the audit: the sums over our rows, in one statement and therefore one snapshot, and the rows to compare
 * with the node. */
import { sql } from 'kysely'
import { columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { heldByWaiting } from '#server/payments/consent/queries.ts'
import { INVOICE_COLUMNS, type InvoiceRow } from '#server/payments/invoices/queries.ts'
import { heldByBoosts } from '#server/payments/kept/queries.ts'
import { heldByOutside } from '#server/payments/outside/queries.ts'
import { PAYOUT_COLUMNS, type PayoutRow } from '#server/payments/payouts/queries.ts'
import { heldByPromos, heldByRewards } from '#server/payments/promos/held.ts'

/** The rows that say what promos, events, rewards that are not final, shares that wait for consent, outside recipients and small
 * shares of boosts hold, each with the code of its account. */
const heldRows = sql`${heldByPromos} UNION ALL ${heldByRewards} UNION ALL ${heldByWaiting} UNION ALL ${heldByOutside} UNION ALL
  ${heldByBoosts} UNION ALL
  SELECT 'event:' || t.concert_id AS code, sum(t.price_msat)::bigint AS msat
  FROM ticket t JOIN ticket_purchase p ON p.id = t.purchase_id
  WHERE t.state = 'valid' AND p.paid_out_at IS NULL AND t.price_msat > 0 GROUP BY t.concert_id`

/** How many accounts of these kinds differ from the rows. */
const wrongHeld = sql`(SELECT count(*)::int
  FROM (SELECT code, balance FROM account WHERE kind IN ('promo', 'event', 'maturing', 'waiting', 'outside', 'boost')) a
  FULL JOIN (${heldRows}) r USING (code)
  WHERE coalesce(a.balance, 0) <> coalesce(r.msat, 0))`

export type BookSums = {
  /** Ledger, in msat. */
  lightningMsat: bigint
  routingFeesMsat: bigint
  inflightMsat: bigint
  suspenseMsat: bigint
  /** Rows: received by invoices, received without an invoice, paid by payouts, fees of both, and reserved for open
   * payouts. */
  receivedMsat: bigint
  strayMsat: bigint
  sentMsat: bigint
  feesMsat: bigint
  heldMsat: bigint
  suspenseItemsMsat: bigint
  purseMsat: bigint
  /** What the purse received, less what was returned from it and the gifts. */
  purseRowsMsat: bigint
  /** Promos, events and rewards that are not final whose account does not hold what their rows say. */
  wrongHeld: number
  /** Users whose statement does not sum to their balance. */
  wrongStatements: number
}

/** What operators have booked in addition to our rows (book-difference.ts). */
const adjustment = (column: 'received_msat' | 'sent_msat' | 'fee_msat') =>
  sql`(SELECT coalesce(sum(${sql.ref(column)}), 0)::bigint FROM audit_difference WHERE is_adjustment)`

/** One statement, so that ledger and rows come from the same snapshot even if something is booked meanwhile. */
export async function readBookSums(tx: Tx): Promise<BookSums> {
  const { rows } = await sql<BookSums>`
    SELECT
      (SELECT account_balance(id) FROM account WHERE code = 'lightning') AS "lightningMsat",
      (SELECT account_balance(id) FROM account WHERE code = 'routing_fees') AS "routingFeesMsat",
      (SELECT account_balance(id) FROM account WHERE code = 'inflight') AS "inflightMsat",
      (SELECT account_balance(id) FROM account WHERE code = 'suspense') AS "suspenseMsat",
      (SELECT coalesce(sum(received_msat), 0)::bigint FROM invoice WHERE state = 'paid' AND paid_inside_as IS NULL)
        + ${adjustment('received_msat')} AS "receivedMsat",
      (SELECT coalesce(sum(amount_msat), 0)::bigint FROM suspense_item WHERE payment_hash IS NOT NULL) AS "strayMsat",
      (SELECT coalesce(sum(amount_msat), 0)::bigint FROM payout WHERE state = 'settled')
        + ${adjustment('sent_msat')} AS "sentMsat",
      (SELECT coalesce(sum(fee_msat), 0)::bigint FROM payout WHERE state = 'settled')
        + (SELECT coalesce(sum(fee_msat), 0)::bigint FROM invoice WHERE fee_msat > 0)
        + (SELECT coalesce(sum(fee_msat), 0)::bigint FROM suspense_item WHERE fee_msat > 0)
        + ${adjustment('fee_msat')} AS "feesMsat",
      (SELECT coalesce(sum(amount_msat + fee_reserve_msat), 0)::bigint FROM payout
        WHERE state IN ('reserved', 'sending', 'unknown')) AS "heldMsat",
      (SELECT coalesce(sum(amount_msat), 0)::bigint FROM suspense_item WHERE given_at IS NULL) AS "suspenseItemsMsat",
      (SELECT account_balance(id) FROM account WHERE code = 'purse') AS "purseMsat",
      (SELECT coalesce(sum(amount_msat), 0)::bigint FROM purse_move)
        - (SELECT coalesce(sum(amount_msat), 0)::bigint FROM gift) AS "purseRowsMsat",
      ${wrongHeld} AS "wrongHeld",
      (SELECT count(*)::int FROM account a
        FULL JOIN (SELECT user_id, sum(change_msat) AS msat FROM statement_total GROUP BY user_id) s
          ON s.user_id = a.owner AND a.kind = 'user'
        WHERE (a.kind = 'user' OR a.id IS NULL) AND coalesce(a.balance, 0) <> coalesce(s.msat, 0)) AS "wrongStatements"
    `.execute(tx)
  return rows[0]!
}

/** `all` lists every row; `due` lists rows that have not yet been found to agree with the node. */
export type Scope = 'all' | 'due'

export async function listInvoicesToAudit(
  tx: Tx,
  scope: Scope,
  after: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${columnList(INVOICE_COLUMNS)} FROM invoice WHERE payment_hash IS NOT NULL
      ${scope === 'due' ? sql`AND audited_at IS NULL` : sql``} ${after === null ? sql`` : sql`AND id > ${after}`}
    ORDER BY id LIMIT ${limit}`.execute(tx)
  return rows
}

export async function listPayoutsToAudit(
  tx: Tx,
  scope: Scope,
  after: string | null,
  limit: number,
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout WHERE TRUE
      ${scope === 'due' ? sql`AND audited_at IS NULL` : sql``} ${after === null ? sql`` : sql`AND id > ${after}`}
    ORDER BY id LIMIT ${limit}`.execute(tx)
  return rows
}

/** Rows already found to agree, the longest ago first. They are compared again because a node can report something
 * else later. */
export async function listOldestAudited(
  tx: Tx,
  limit: number,
): Promise<{ invoices: InvoiceRow[]; payouts: PayoutRow[] }> {
  const invoices = await sql<InvoiceRow>`
    SELECT ${columnList(INVOICE_COLUMNS)} FROM invoice
    WHERE audited_at IS NOT NULL ORDER BY audited_at LIMIT ${limit}`.execute(tx)
  const payouts = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout
    WHERE audited_at IS NOT NULL ORDER BY audited_at LIMIT ${limit}`.execute(tx)
  return { invoices: invoices.rows, payouts: payouts.rows }
}

/** Marks rows that agree with the node and are final on both sides. */
export async function markAudited(tx: Tx, table: 'invoice' | 'payout', ids: readonly string[]): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET audited_at = now() WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

/** The amount paid to a payment hash, and the fee that the backend deducted. */
export type Receipt = { msat: bigint; feeMsat: bigint }

/** The suspense items of these hashes: money that arrived in addition to what paid the invoice. */
export async function readStray(tx: Tx, paymentHashes: readonly string[]): Promise<Map<string, Receipt>> {
  const { rows } = await sql<Receipt & { paymentHash: string }>`
    SELECT payment_hash AS "paymentHash", amount_msat AS msat, fee_msat AS "feeMsat" FROM suspense_item
    WHERE payment_hash = ANY(${paymentHashes})`.execute(tx)
  return new Map(rows.map(({ paymentHash, ...receipt }) => [paymentHash, receipt]))
}

/** Hashes in suspense that have no invoice of ours. */
export async function listUnknownReceipts(tx: Tx, only?: string): Promise<(Receipt & { paymentHash: string })[]> {
  const { rows } = await sql<Receipt & { paymentHash: string }>`
    SELECT payment_hash AS "paymentHash", amount_msat AS msat, fee_msat AS "feeMsat" FROM suspense_item
    WHERE (reason = 'unknown-invoice' OR reason LIKE 'keysend-%')
      ${only === undefined ? sql`` : sql`AND payment_hash = ${only}`} ORDER BY created_at DESC LIMIT 1000`.execute(tx)
  return rows
}

export async function findKnownHashes(tx: Tx, paymentHashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ payment_hash: string }>`
    SELECT payment_hash FROM payout WHERE payment_hash = ANY(${paymentHashes})
    UNION SELECT subject FROM audit_difference WHERE is_adjustment AND subject = ANY(${paymentHashes})`.execute(tx)
  return new Set(rows.map((row) => row.payment_hash))
}

/** How a payment is booked: received, sent, and the fees for either. */
export type Amounts = { receivedMsat: bigint; sentMsat: bigint; feeMsat: bigint }

/** What operators have booked for these hashes, in addition to their rows. */
export async function readAdjustments(tx: Tx, paymentHashes: readonly string[]): Promise<Map<string, Amounts>> {
  const { rows } = await sql<Amounts & { subject: string }>`
    SELECT subject, sum(received_msat)::bigint AS "receivedMsat", sum(sent_msat)::bigint AS "sentMsat",
      sum(fee_msat)::bigint AS "feeMsat"
    FROM audit_difference WHERE is_adjustment AND subject = ANY(${paymentHashes}) GROUP BY subject`.execute(tx)
  return new Map(rows.map(({ subject, ...amounts }) => [subject, amounts]))
}
