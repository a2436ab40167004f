/** SQL of invoices and payouts, and of how far the node's feed has been read.
 * Booked zaps and statements: zap-queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { SplitTerms } from '#contract/split.ts'
import type { InvoiceState, Move, PayoutState } from './state.ts'

export type InvoiceRow = {
  id: string
  purpose: 'zap' | 'deposit'
  state: InvoiceState
  owner_id: string | null
  content_id: string | null
  content_type: string | null
  content_title: string | null
  terms: SplitTerms | null
  comment: string | null
  content_time_seconds: number | null
  amount_msat: bigint
  payment_hash: string | null
  bolt11: string | null
  expires_at: Date | null
  received_msat: bigint | null
  settled_at: Date | null
  next_check_at: Date
  created_at: Date
}

export type PayoutRow = {
  id: string
  user_id: string
  state: PayoutState
  bolt11: string
  payment_hash: string
  amount_msat: bigint
  fee_reserve_msat: bigint
  fee_msat: bigint | null
  preimage: string | null
  description: string | null
  node_pubkey: string
  expires_at: Date
  failure_reason: string | null
  checks: number
  next_check_at: Date
  created_at: Date
  finished_at: Date | null
}

type Tables = {
  invoice: InvoiceRow
  payout: PayoutRow
  feed_cursor: { feed: string; cursor: string }
}
const tables = (tx: Tx) => tx.withTables<Tables>()

export async function insertInvoice(tx: Tx, row: Omit<InvoiceRow, 'received_msat' | 'settled_at'>): Promise<boolean> {
  const terms = row.terms === null ? null : JSON.stringify(row.terms)
  const result = await tables(tx)
    .insertInto('invoice')
    .values({ ...row, terms: terms as never })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function readInvoice(tx: Tx, invoiceId: string): Promise<InvoiceRow | undefined> {
  return tables(tx).selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirst()
}

/** Locks the row, so that of two settlements of one hash the second sees what the first did. */
export async function lockInvoiceByHash(tx: Tx, paymentHash: string): Promise<InvoiceRow | undefined> {
  return tables(tx)
    .selectFrom('invoice')
    .selectAll()
    .where('payment_hash', '=', paymentHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function isOwnInvoice(tx: Tx, paymentHash: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('invoice')
    .select('id')
    .where('payment_hash', '=', paymentHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function moveInvoice(
  tx: Tx,
  invoiceId: string,
  move: Move<InvoiceState>,
  changes: Partial<InvoiceRow>,
): Promise<boolean> {
  const result = await tables(tx)
    .updateTable('invoice')
    .set({ ...changes, state: move.to } as never)
    .where('id', '=', invoiceId)
    .where('state', 'in', [...move.from])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Takes up to `limit` unfinished invoices that are due, and puts off their next check, so that processes share them.
 * The longer ago one ran out, the longer it waits: unpaid ones are many. */
export async function claimDueInvoices(tx: Tx, now: Date, nextCheckAt: Date, limit: number): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    UPDATE invoice SET next_check_at =
      GREATEST(${nextCheckAt}::timestamptz, ${now}::timestamptz + (${now}::timestamptz - expires_at) / 4)
    WHERE id IN (
      SELECT id FROM invoice WHERE state IN ('creating', 'open') AND next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(tx)
  return rows
}

/** False when this invoice has been tried before, by whomever. */
export async function insertPayout(
  tx: Tx,
  row: Omit<PayoutRow, 'fee_msat' | 'preimage' | 'failure_reason' | 'checks' | 'finished_at'>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('payout')
    .values(row as never)
    .onConflict((conflict) => conflict.column('payment_hash').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function readPayout(tx: Tx, payoutId: string): Promise<PayoutRow | undefined> {
  return tables(tx).selectFrom('payout').selectAll().where('id', '=', payoutId).executeTakeFirst()
}

/** By any payout but this one. */
export async function isHashTried(tx: Tx, paymentHash: string, payoutId: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('payout')
    .select('id')
    .where('payment_hash', '=', paymentHash)
    .where('id', '<>', payoutId)
    .executeTakeFirst()
  return row !== undefined
}

export async function movePayout(
  tx: Tx,
  payoutId: string,
  move: Move<PayoutState>,
  changes: Partial<PayoutRow> = {},
): Promise<PayoutRow | undefined> {
  return tables(tx)
    .updateTable('payout')
    .set({ ...changes, state: move.to } as never)
    .where('id', '=', payoutId)
    .where('state', 'in', [...move.from])
    .returningAll()
    .executeTakeFirst()
}

export async function postponePayout(tx: Tx, payoutId: string, nextCheckAt: Date): Promise<void> {
  await tables(tx).updateTable('payout').set({ next_check_at: nextCheckAt }).where('id', '=', payoutId).execute()
}

/** Like claimDueInvoices, for payouts without an outcome; each further check waits twice as long, a minute at most. */
export async function claimDuePayouts(tx: Tx, now: Date, limit: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    UPDATE payout SET checks = checks + 1,
      next_check_at = ${now}::timestamptz + make_interval(secs => LEAST(60, power(2, LEAST(checks, 6))))
    WHERE id IN (
      SELECT id FROM payout WHERE state IN ('reserved', 'sending', 'unknown') AND next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(tx)
  return rows
}

/** Failed since then and due for another look; each further look waits twice as long, an hour at most. */
export async function claimFailedPayouts(tx: Tx, now: Date, since: Date, limit: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    UPDATE payout SET checks = checks + 1,
      next_check_at = ${now}::timestamptz + make_interval(secs => LEAST(3600, 60 * power(2, LEAST(checks, 6))))
    WHERE id IN (
      SELECT id FROM payout WHERE state = 'failed' AND finished_at > ${since} AND next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(tx)
  return rows
}

export type WithdrawalUse = { lastDayMsat: bigint; failedLastHour: number }

/** What this account has withdrawn lately; payouts that failed count only as failures. */
export async function readWithdrawalUse(tx: Tx, userId: string, now: Date): Promise<WithdrawalUse> {
  const { rows } = await sql<{ last_day: bigint; failed: number }>`
    SELECT coalesce(sum(amount_msat) FILTER (WHERE state <> 'failed'), 0)::bigint AS last_day,
      (count(*) FILTER (WHERE state = 'failed' AND finished_at > ${now}::timestamptz - interval '1 hour'))::int AS failed
    FROM payout WHERE user_id = ${userId} AND created_at > ${now}::timestamptz - interval '24 hours'`.execute(tx)
  return { lastDayMsat: rows[0]?.last_day ?? 0n, failedLastHour: rows[0]?.failed ?? 0 }
}

type StrayReceipt = { payment_hash: string; received_msat: bigint; settled_at: Date }

export async function insertStrayReceipt(
  tx: Tx,
  arrival: { paymentHash: string; receivedMsat: bigint; settledAt: Date },
): Promise<void> {
  await sql`INSERT INTO stray_receipt (payment_hash, received_msat, settled_at)
    VALUES (${arrival.paymentHash}, ${arrival.receivedMsat}, ${arrival.settledAt}) ON CONFLICT DO NOTHING`.execute(tx)
}

export async function listStrayReceipts(tx: Tx): Promise<StrayReceipt[]> {
  return (await sql<StrayReceipt>`SELECT * FROM stray_receipt ORDER BY settled_at`.execute(tx)).rows
}

export async function readCursor(tx: Tx, feed: string): Promise<string | null> {
  const row = await tables(tx).selectFrom('feed_cursor').select('cursor').where('feed', '=', feed).executeTakeFirst()
  return row?.cursor ?? null
}

export async function writeCursor(tx: Tx, feed: string, cursor: string): Promise<void> {
  await tables(tx)
    .insertInto('feed_cursor')
    .values({ feed, cursor })
    .onConflict((conflict) => conflict.column('feed').doUpdateSet({ cursor }))
    .execute()
}

/** At boot: whatever has no outcome is looked at now. */
export async function makePayoutsDue(tx: Tx, now: Date): Promise<void> {
  await sql`UPDATE payout SET next_check_at = ${now}, checks = 0
    WHERE state IN ('reserved', 'sending', 'unknown') AND next_check_at > ${now}`.execute(tx)
}

export async function listPayouts(tx: Tx, after: string | null, limit: number): Promise<PayoutRow[]> {
  let query = tables(tx).selectFrom('payout').selectAll().orderBy('id').limit(limit)
  if (after !== null) query = query.where('id', '>', after)
  return query.execute()
}

export async function listIssuedInvoices(tx: Tx, after: string | null, limit: number): Promise<InvoiceRow[]> {
  let query = tables(tx)
    .selectFrom('invoice')
    .selectAll()
    .where('payment_hash', 'is not', null)
    .orderBy('id')
    .limit(limit)
  if (after !== null) query = query.where('id', '>', after)
  return query.execute()
}

/** What unfinished payouts hold; the ledger's inflight account must say the same. */
export async function sumHeldMsat(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ held: bigint }>`
    SELECT coalesce(sum(amount_msat + fee_reserve_msat), 0)::bigint AS held FROM payout
    WHERE state IN ('reserved', 'sending', 'unknown')`.execute(tx)
  return rows[0]?.held ?? 0n
}
