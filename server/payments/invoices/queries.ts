/** SQL of invoices, and of the position in the node's feed. Payouts: payouts/queries.ts. Booked zaps: zaps/queries.ts.
 * Statements: statements/queries.ts. */
import { sql } from 'kysely'
import { assignments, columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { SplitTerms } from '#contract/split.ts'
import type { Boostagram } from '#protocols/lightning/boostagram.ts'
import type { RssPayment } from '#protocols/lightning/rss-payment.ts'
import { invoiceMoves, type InvoiceState, type Move } from '#server/payments/state.ts'

/** What the invoice pays for: content, a user's own balance, a user's Lightning address, the purse, or an order: a promo's
 * budget, tickets, or files. */
export type InvoicePurpose = 'zap' | 'deposit' | 'address' | 'purse' | 'promo' | 'tickets' | 'purchase'

export type InvoiceRow = {
  id: string
  purpose: InvoicePurpose
  state: InvoiceState
  owner_id: string | null
  /** Who ordered; null for a buyer without an account. */
  buyer_id: string | null
  content_id: string | null
  content_type: string | null
  content_title: string | null
  terms: SplitTerms | null
  comment: string | null
  content_time_seconds: number | null
  /** A payer from a balance on this server is not shown to others. */
  is_nameless: boolean
  /** The part before the @ of the Lightning address it was requested from: a username, or `track.<id>`. */
  lnurl_name: string | null
  /** The payer data (LUD-18), as sent and unverified. */
  payer_data: string | null
  /** The Nostr zap request that it pays. */
  zap_request: string | null
  zap_request_id: string | null
  /** The boostagram of a keysend payment. */
  keysend: Boostagram | null
  /** The rss::payment of the podcast app that requested it, with the URL that has the details. */
  rss_payment: Pick<RssPayment, 'action' | 'url'> | null
  amount_msat: bigint
  payment_hash: string | null
  bolt11: string | null
  expires_at: Date | null
  received_msat: bigint | null
  /** The fee that the backend deducted. The house has borne it. */
  fee_msat: bigint
  settled_at: Date | null
  /** The operation that paid it by an internal transfer. */
  paid_inside_as: string | null
  /** Only for internal transfers: reported by the node after it cancelled the invoice. */
  preimage: string | null
  audited_at: Date | null
  next_check_at: Date
  created_at: Date
}

export const INVOICE_COLUMNS = [
  'id',
  'purpose',
  'state',
  'owner_id',
  'buyer_id',
  'content_id',
  'content_type',
  'content_title',
  'terms',
  'comment',
  'content_time_seconds',
  'is_nameless',
  'lnurl_name',
  'payer_data',
  'zap_request',
  'zap_request_id',
  'keysend',
  'rss_payment',
  'amount_msat',
  'payment_hash',
  'bolt11',
  'expires_at',
  'received_msat',
  'fee_msat',
  'settled_at',
  'paid_inside_as',
  'preimage',
  'audited_at',
  'next_check_at',
  'created_at',
] as const

export type NewInvoice = Omit<
  InvoiceRow,
  'received_msat' | 'fee_msat' | 'settled_at' | 'paid_inside_as' | 'preimage' | 'audited_at' | 'keysend'
>

export async function insertInvoice(tx: Tx, row: NewInvoice): Promise<boolean> {
  const terms = row.terms === null ? null : JSON.stringify(row.terms)
  const rssPayment = row.rss_payment === null ? null : JSON.stringify(row.rss_payment)
  const { rows } = await sql`
    INSERT INTO invoice ${rowValues({ ...row, terms, rss_payment: rssPayment })}
    ON CONFLICT (id) DO NOTHING RETURNING id`.execute(tx)
  return rows.length === 1
}

export async function readInvoice(tx: Tx, invoiceId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${columnList(INVOICE_COLUMNS)} FROM invoice WHERE id = ${invoiceId}`.execute(tx)
  return rows[0]
}

export async function findInvoiceByHash(tx: Tx, paymentHash: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${columnList(INVOICE_COLUMNS)} FROM invoice WHERE payment_hash = ${paymentHash}`.execute(tx)
  return rows[0]
}

/** The zap invoice that this operation paid from a balance. */
export async function findZapPaidInternally(tx: Tx, operationId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${columnList(INVOICE_COLUMNS)} FROM invoice
    WHERE paid_inside_as = ${operationId} AND purpose = 'zap'`.execute(tx)
  return rows[0]
}

/** Whether a payment for this zap request has arrived. */
export async function isZapRequestPaid(tx: Tx, zapRequestId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM invoice WHERE zap_request_id = ${zapRequestId} AND state = 'paid' LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Locks the rows in a fixed order, so that the second of two settlements of a hash sees the effect of the first. */
export async function lockInvoicesByHash(tx: Tx, hashes: readonly string[]): Promise<Map<string, InvoiceRow>> {
  const { rows } = await sql<InvoiceRow>`
    SELECT ${columnList(INVOICE_COLUMNS)} FROM invoice
    WHERE payment_hash = ANY(${hashes}::text[]) ORDER BY id FOR UPDATE`.execute(tx)
  return new Map(rows.map((row) => [row.payment_hash!, row]))
}

export async function lockInvoiceByHash(tx: Tx, paymentHash: string): Promise<InvoiceRow | undefined> {
  return (await lockInvoicesByHash(tx, [paymentHash])).get(paymentHash)
}

/** Marks invoices that the node reports as paid. Returns how many were in a state that can be paid. */
export async function payInvoices(
  tx: Tx,
  paid: readonly { id: string; receivedMsat: bigint; feeMsat?: bigint; settledAt: Date }[],
): Promise<number> {
  const { from, to } = invoiceMoves.pay
  const rows = paid.map(({ id, receivedMsat, feeMsat = 0n, settledAt }) => {
    return { id, msat: String(receivedMsat), fee: String(feeMsat), at: settledAt }
  })
  const { numAffectedRows } = await sql`
    UPDATE invoice SET state = ${to}, received_msat = paid.msat, fee_msat = paid.fee, settled_at = paid.at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}) paid (id uuid, msat bigint, fee bigint, at timestamptz)
    WHERE invoice.id = paid.id AND invoice.state = ANY(${from}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function moveInvoice(
  tx: Tx,
  invoiceId: string,
  move: Move<InvoiceState>,
  changes: Partial<InvoiceRow>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE invoice SET ${assignments({ ...changes, state: move.to })}
    WHERE id = ${invoiceId} AND state = ANY(${move.from}::text[]) RETURNING id`.execute(tx)
  return rows.length === 1
}

export const dueInvoices = (now: Date) => sql`invoice WHERE state IN ('creating', 'open') AND next_check_at <= ${now}`

/** Claims up to `limit` due invoices that are unfinished and postpones their next check, so that processes share the
 * work. The pause grows with the time since expiry, because unpaid invoices are many. */
export async function claimDueInvoices(tx: Tx, now: Date, nextCheckAt: Date, limit: number): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    UPDATE invoice SET next_check_at =
      GREATEST(${nextCheckAt}::timestamptz, ${now}::timestamptz + (${now}::timestamptz - expires_at) / 4)
    WHERE id IN (
      SELECT id FROM ${dueInvoices(now)}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columnList(INVOICE_COLUMNS)}`.execute(tx)
  return rows
}

export async function readCursor(tx: Tx, feed: string): Promise<string | null> {
  const { rows } = await sql<{ cursor: string }>`SELECT cursor FROM feed_cursor WHERE feed = ${feed}`.execute(tx)
  return rows[0]?.cursor ?? null
}

export async function writeCursor(tx: Tx, feed: string, cursor: string): Promise<void> {
  await sql`
    INSERT INTO feed_cursor (feed, cursor) VALUES (${feed}, ${cursor})
    ON CONFLICT (feed) DO UPDATE SET cursor = excluded.cursor`.execute(tx)
}
