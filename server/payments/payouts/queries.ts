/** SQL of payouts: payments that leave this server. Invoices: invoices/queries.ts. Batches of forwards:
 * forward-queries.ts. */
import { sql } from 'kysely'
import type { CustomRecords } from '#server/lightning/node.ts'
import { assignments, columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Move, payoutMoves, type PayoutState } from '#server/payments/state.ts'

export type PayoutPurpose = 'withdraw' | 'forward' | 'platform-fee' | 'outside' | 'boost'

/** The recipient of a keysend payment. We choose the preimage, so it proves nothing until the node has paid. */
export type PayoutKeysend = { pubkey: string; preimage: string; customRecords: CustomRecords }

export type PayoutRow = {
  id: string
  /** The user whose money it is. For platform fees, the admin who withdraws them. */
  user_id: string
  purpose: PayoutPurpose
  state: PayoutState
  /** Null for a keysend payment. */
  bolt11: string | null
  keysend: PayoutKeysend | null
  payment_hash: string
  amount_msat: bigint
  fee_reserve_msat: bigint
  /** The share of the reserve that the house pays. Only for forwards. */
  house_reserve_msat: bigint
  fee_msat: bigint | null
  preimage: string | null
  description: string | null
  /** The Lightning address that its invoice came from. For keysend payments, the public key of the destination node. */
  address: string | null
  batch_id: string | null
  /** The recipient of a split whose shares it pays; `user_id` is the owner of the content. */
  outside_id: string | null
  /** The boost that it is a part of: its statement line is that of the boost. For kept shares, the line of their routing. */
  boost_id: string | null
  node_pubkey: string
  expires_at: Date
  failure_reason: string | null
  audited_at: Date | null
  /** The lease of a process that is calling the node, by the database's clock. */
  calling_until: Date | null
  checks: number
  next_check_at: Date
  created_at: Date
  finished_at: Date | null
}

export const PAYOUT_COLUMNS = [
  'id',
  'user_id',
  'purpose',
  'state',
  'bolt11',
  'keysend',
  'payment_hash',
  'amount_msat',
  'fee_reserve_msat',
  'house_reserve_msat',
  'fee_msat',
  'preimage',
  'description',
  'address',
  'batch_id',
  'outside_id',
  'boost_id',
  'node_pubkey',
  'expires_at',
  'failure_reason',
  'audited_at',
  'calling_until',
  'checks',
  'next_check_at',
  'created_at',
  'finished_at',
] as const

export type NewPayout = Omit<
  PayoutRow,
  'fee_msat' | 'preimage' | 'failure_reason' | 'checks' | 'finished_at' | 'audited_at' | 'calling_until'
>

/** False when any payout has tried this payment hash before. */
export async function insertPayout(tx: Tx, row: NewPayout): Promise<boolean> {
  const keysend = row.keysend === null ? null : JSON.stringify(row.keysend)
  const { rows } = await sql`
    INSERT INTO payout ${rowValues({ ...row, keysend })} ON CONFLICT (payment_hash) DO NOTHING RETURNING id`.execute(tx)
  return rows.length === 1
}

export async function readPayout(tx: Tx, payoutId: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout WHERE id = ${payoutId}`.execute(tx)
  return rows[0]
}

export async function findPayoutByHash(tx: Tx, paymentHash: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout WHERE payment_hash = ${paymentHash}`.execute(tx)
  return rows[0]
}

/** Those of these hashes that no payout has. */
export async function findUnknownHashes(tx: Tx, paymentHashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    SELECT hash FROM unnest(${paymentHashes}::text[]) AS sent (hash)
    WHERE NOT EXISTS (SELECT FROM payout WHERE payment_hash = hash)`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** The payouts of a batch of forwards, newest first. */
export async function listAttempts(tx: Tx, batchId: string): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout WHERE batch_id = ${batchId} ORDER BY created_at DESC`.execute(tx)
  return rows
}

/** The newest payment to an outside recipient that arrived. */
export async function findLastPaidTo(tx: Tx, outsideId: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout WHERE outside_id = ${outsideId} AND state = 'settled'
    ORDER BY created_at DESC LIMIT 1`.execute(tx)
  return rows[0]
}

/** True when another payout has tried this hash, or the node has paid it without us and an operator has booked that. */
export async function isHashTried(tx: Tx, paymentHash: string, payoutId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM payout WHERE payment_hash = ${paymentHash} AND id <> ${payoutId}
    UNION ALL SELECT 1 FROM audit_difference WHERE subject = ${paymentHash} AND state = 'booked' LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function movePayout(
  tx: Tx,
  payoutId: string,
  move: Move<PayoutState>,
  changes: Partial<PayoutRow> = {},
): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    UPDATE payout SET ${assignments({ ...changes, state: move.to })}
    WHERE id = ${payoutId} AND state = ANY(${move.from}::text[])
    RETURNING ${columnList(PAYOUT_COLUMNS)}`.execute(tx)
  return rows[0]
}

/** This database was, or may have been, the state of an earlier time: all that was reserved then is looked up at the node. */
export async function markReservedUnknown(tx: Tx, now: Date): Promise<void> {
  const { from, to } = payoutMoves.markRestored
  await sql`UPDATE payout SET state = ${to}, next_check_at = ${now}, checks = 0
    WHERE state = ANY(${from}::text[])`.execute(tx)
}

/** How long a process is assumed to be calling the node without renewing its lease. */
export const CALL_LEASE_SECONDS = 10
const callLease = sql<Date>`now() + make_interval(secs => ${CALL_LEASE_SECONDS})`

/** Changes the state and takes the lease for calling the node, by the database's clock, which all processes share.
 * Undefined while another process holds the lease. */
export async function claimPayout(
  tx: Tx,
  payoutId: string,
  move: Move<PayoutState>,
  nextCheckAt: Date,
): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    UPDATE payout SET state = ${move.to}, next_check_at = ${nextCheckAt}, calling_until = ${callLease}
    WHERE id = ${payoutId} AND state = ANY(${move.from}::text[]) AND coalesce(calling_until < now(), TRUE)
    RETURNING ${columnList(PAYOUT_COLUMNS)}`.execute(tx)
  return rows[0]
}

/** Renews the lease. */
export async function prolongCall(tx: Tx, payoutId: string): Promise<void> {
  await sql`UPDATE payout SET calling_until = ${callLease} WHERE id = ${payoutId}`.execute(tx)
}

export async function endCall(tx: Tx, payoutId: string): Promise<void> {
  await sql`UPDATE payout SET calling_until = NULL WHERE id = ${payoutId}`.execute(tx)
}

/** True when no process is calling the node for this payout. */
export async function isCallOver(tx: Tx, payoutId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM payout WHERE id = ${payoutId} AND coalesce(calling_until < now(), TRUE)`.execute(tx)
  return rows.length > 0
}

export async function postponePayout(tx: Tx, payoutId: string, nextCheckAt: Date): Promise<void> {
  await sql`UPDATE payout SET next_check_at = ${nextCheckAt} WHERE id = ${payoutId}`.execute(tx)
}

/** Longer than any pause between checks. A check further ahead means that the clock has been set back. */
const CLOCK_SET_BACK = sql`interval '10 minutes'`

export const duePayouts = (now: Date) => sql`payout WHERE state IN ('reserved', 'sending', 'unknown')
  AND (next_check_at <= ${now} OR next_check_at > ${now}::timestamptz + ${CLOCK_SET_BACK})`

/** Like claimDueInvoices, for payouts without an outcome. The pause doubles with each check, up to one minute. */
export async function claimDuePayouts(tx: Tx, now: Date, limit: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    UPDATE payout SET checks = checks + 1,
      next_check_at = ${now}::timestamptz + make_interval(secs => LEAST(60, power(2, LEAST(checks, 6))))
    WHERE id IN (
      SELECT id FROM ${duePayouts(now)}
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columnList(PAYOUT_COLUMNS)}`.execute(tx)
  return rows
}

/** Claims due payouts that failed after `since`, or were refunded by an operator without an outcome. The pause
 * doubles with each check, up to one hour. */
export async function claimFailedPayouts(tx: Tx, now: Date, since: Date, limit: number): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    UPDATE payout SET checks = checks + 1,
      next_check_at = ${now}::timestamptz + make_interval(secs => LEAST(3600, 60 * power(2, LEAST(checks, 6))))
    WHERE id IN (
      SELECT id FROM payout WHERE state = 'failed' AND next_check_at <= ${now}
        AND (finished_at > ${since} OR failure_reason = ${REFUNDED})
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columnList(PAYOUT_COLUMNS)}`.execute(tx)
  return rows
}

/** The failure reason of a payout refunded by an operator, not failed by the node. */
export const REFUNDED = 'given-back'

export type WithdrawalUse = { lastDayMsat: bigint; failedLastHour: number }

/** What this account has withdrawn recently. Forwards of ticket sales, payments to outside recipients of its content and
 * kept shares of boosts are included. Failed payouts count only as failures, and those of forwards not at all. */
export async function readWithdrawalUse(tx: Tx, userId: string, now: Date): Promise<WithdrawalUse> {
  const { rows } = await sql<{ last_day: bigint; failed: number }>`
    SELECT coalesce(sum(amount_msat) FILTER (WHERE state <> 'failed'), 0)::bigint AS last_day,
      (count(*) FILTER (WHERE state = 'failed' AND purpose = 'withdraw'
        AND finished_at > ${now}::timestamptz - interval '1 hour'))::int AS failed
    FROM payout
    WHERE user_id = ${userId} AND created_at > ${now}::timestamptz - interval '24 hours'
      AND (purpose IN ('withdraw', 'outside', 'boost') OR EXISTS (
        SELECT FROM forward_batch b WHERE b.id = payout.batch_id AND b.source = 'ticket-sale'))`.execute(tx)
  return { lastDayMsat: rows[0]?.last_day ?? 0n, failedLastHour: rows[0]?.failed ?? 0 }
}

/** At startup: every payout without an outcome is due immediately. */
export async function makePayoutsDue(tx: Tx, now: Date): Promise<void> {
  await sql`UPDATE payout SET next_check_at = ${now}, checks = 0
    WHERE state IN ('reserved', 'sending', 'unknown') AND next_check_at > ${now}`.execute(tx)
}

const LISTED_MAX = 200

/** Payouts without an outcome, oldest first. */
export async function listUnfinishedPayouts(tx: Tx): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    SELECT ${columnList(PAYOUT_COLUMNS)} FROM payout WHERE state IN ('reserved', 'sending', 'unknown')
    ORDER BY created_at LIMIT ${LISTED_MAX}`.execute(tx)
  return rows
}
