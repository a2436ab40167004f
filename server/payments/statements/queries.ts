/** SQL of statements: one line per payment and user, and the totals of each line type. A projection for reading:
 * balances come from the ledger, and the audit compares the two. */
import { type RawBuilder, sql } from 'kysely'
import { columnList } from '#server/platform/database/columns.ts'
import type { LineNote } from '#contract/payments/line-notes.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PayoutState } from '#server/payments/state.ts'
import { dueDateOf } from '#server/payments/ticket-due.ts'

export type LineType =
  | 'Deposit'
  | 'Withdraw'
  | 'Zap'
  | 'Autoforward'
  | 'Earnings'
  | 'Zap Sent'
  | 'Top Up'
  | 'Ticket Sale'

export type LineRow = {
  id: string
  user_id: string
  type: LineType
  payment_id: string
  /** The amount paid, unsigned. */
  amount_msat: bigint
  /** The change of the balance so far. */
  change_msat: bigint
  created_at: Date
  note?: LineNote | null
  /** Of an order: the title of the track or release, or the name of the event. */
  title?: string | null
  /** On its way: reaches the balance later, or not at all. Default 0. */
  pending_msat?: bigint
}

const WITHOUT_NOTE = [
  'id',
  'user_id',
  'type',
  'payment_id',
  'amount_msat',
  'change_msat',
  'created_at',
  'title',
  'pending_msat',
] as const
const LINE_COLUMNS = [...WITHOUT_NOTE, 'note'] as const

/** SQL: the note of a line `l`. Earnings of a purchase `pu` are those of a sale. */
export const noteOfLine = sql<LineNote | null>`coalesce(l.note, CASE WHEN pu.id IS NOT NULL THEN 'sale' END)`
export const purchaseOfLine = sql`LEFT JOIN purchase pu ON pu.id = l.payment_id AND l.type = 'Earnings'`

/** SQL: when the money of tickets on its way reaches the balance. */
const arrivalOfLine = sql`CASE WHEN k.cancelled_at IS NULL THEN ${dueDateOf('tp')} END AS arrives_at`
const ticketsOfLine = sql`
  LEFT JOIN ticket_purchase tp ON tp.id = l.payment_id AND l.type = 'Ticket Sale' AND l.pending_msat > 0
  LEFT JOIN concert k ON k.id = tp.concert_id`

/** SQL: the price of a bitcoin when the line of this row is written, if it was reported in the half hour before. */
export const centsPerBtcAt = sql<bigint | null>`(SELECT round(usd_per_btc * 100)::bigint FROM price
  WHERE usd_per_btc >= 0.01 AND fetched_at BETWEEN created_at - interval '30 minutes' AND created_at + interval '30 minutes')`

/** Runs in the transaction that moves the money. */
export async function insertLines(tx: Tx, lines: readonly LineRow[]): Promise<void> {
  if (lines.length === 0) return
  // Amounts as text, which PostgreSQL parses exactly. The statement text is the same however many lines there are.
  const rows = JSON.stringify(lines, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  // Totals are updated in a fixed order, so that two payments cannot deadlock.
  await sql`
    WITH written AS (
      INSERT INTO statement_line (id, user_id, type, payment_id, amount_msat, change_msat, created_at, note, title, pending_msat,
        cents_per_btc)
      SELECT id, user_id, type, payment_id, amount_msat, change_msat, created_at, note, title, coalesce(pending_msat, 0),
        ${centsPerBtcAt}
      FROM jsonb_populate_recordset(NULL::statement_line, ${rows}) RETURNING user_id, type, change_msat
    )
    INSERT INTO statement_total AS known (user_id, type, line_count, change_msat)
    SELECT user_id, type, count(*), sum(change_msat) FROM written GROUP BY user_id, type ORDER BY user_id, type
    ON CONFLICT (user_id, type) DO UPDATE SET
      line_count = known.line_count + excluded.line_count,
      change_msat = known.change_msat + excluded.change_msat`.execute(tx)
}

export async function hasLine(tx: Tx, line: Pick<LineRow, 'user_id' | 'type' | 'payment_id'>): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM statement_line
    WHERE user_id = ${line.user_id} AND type = ${line.type} AND payment_id = ${line.payment_id}`.execute(tx)
  return rows.length > 0
}

/** The change of this user's balance by this payment so far; 0 without a line. */
export async function readLineChange(tx: Tx, userId: string, type: LineType, paymentId: string): Promise<bigint> {
  const { rows } = await sql<{ change_msat: bigint }>`
    SELECT change_msat FROM statement_line
    WHERE user_id = ${userId} AND type = ${type} AND payment_id = ${paymentId}`.execute(tx)
  return rows[0]?.change_msat ?? 0n
}

type OrderLine = Required<LineRow> & { arrives_at: Date | null }

/** The user's line of a payment that is an order: it says itself what it is for. */
export async function readOrderLine(
  tx: Tx,
  userId: string,
  paymentId: string,
  type: LineType | undefined,
): Promise<OrderLine | undefined> {
  const { rows } = await sql<OrderLine>`
    SELECT ${columnList(LINE_COLUMNS, 'l')}, ${arrivalOfLine} FROM statement_line l ${ticketsOfLine}
    WHERE l.user_id = ${userId} AND l.payment_id = ${paymentId}
      AND (l.note IS NOT NULL OR l.type IN ('Top Up', 'Ticket Sale')) ${type === undefined ? sql`` : sql`AND l.type = ${type}`}
    ORDER BY l.created_at LIMIT 1`.execute(tx)
  return rows[0]
}

/** Updates the line when the effect of its payment on the balance has changed. `amount_msat` and `pending_msat` stay unless
 * they are given. */
export async function changeLine(
  tx: Tx,
  line: Pick<LineRow, 'user_id' | 'type' | 'payment_id' | 'change_msat'> &
    Partial<Pick<LineRow, 'amount_msat' | 'pending_msat'>>,
): Promise<void> {
  await sql`
    WITH before AS (
      SELECT id, change_msat FROM statement_line
      WHERE user_id = ${line.user_id} AND type = ${line.type} AND payment_id = ${line.payment_id} FOR UPDATE
    ), changed AS (
      UPDATE statement_line SET change_msat = ${line.change_msat},
        amount_msat = coalesce(${line.amount_msat ?? null}, amount_msat),
        pending_msat = coalesce(${line.pending_msat ?? null}, pending_msat)
      FROM before WHERE statement_line.id = before.id
    )
    UPDATE statement_total SET change_msat = statement_total.change_msat + ${line.change_msat} - before.change_msat
    FROM before WHERE user_id = ${line.user_id} AND type = ${line.type}`.execute(tx)
}

export type StatementRow = OrderLine & {
  payout_state: PayoutState | null
  expires_at: Date | null
  fee_msat: bigint | null
  /** The outcome for one of its recipients is not known yet. */
  is_boost_open: boolean
  /** No outcome is open, but shares wait until there is enough for their recipients. */
  boost_kept: 'kept' | 'part-kept' | null
  failure_reason: string | null
  description: string | null
  address: string | null
  batch_state: 'waiting' | 'sending' | 'settled' | 'failed' | null
  content_id: string | null
  content_type: string | null
  content_title: string | null
  comment: string | null
  is_nameless: boolean
  /** Paid by the house. */
  is_gift: boolean
  app_name: string | null
  sender_name: string | null
}

export type StatementPage = {
  types: readonly LineType[]
  /** Only lines older than this. */
  before?: { createdAt: Date; id: string }
  offset: number
  limit: number
}

/** What routing has cost so far; whether an outcome is not known yet, or a share waits to be paid; and what is kept of a boost
 * whose outcomes are known: all of it, part of it, or nothing (null). */
const outcomeOfBoost = (boostId: RawBuilder<unknown>) => sql`
  SELECT sent.fee_msat, coalesce(sent.is_open OR own.is_sending OR own.is_waiting, false) AS is_open,
    CASE WHEN coalesce(sent.is_open OR own.is_sending, false) OR own.is_waiting IS NOT TRUE THEN NULL
      WHEN sent.is_paid OR own.is_paid THEN 'part-kept' ELSE 'kept' END AS kept
  FROM (
    SELECT sum(fee_msat)::bigint AS fee_msat, bool_or(state IN ('reserved', 'sending', 'unknown')) AS is_open,
      bool_or(state = 'settled') AS is_paid
    FROM payout WHERE boost_id = ${boostId}
  ) sent CROSS JOIN (
    SELECT bool_or(kept = 'sending') AS is_sending, bool_or(kept = 'waiting') AS is_waiting,
      bool_or(kept = 'paid' OR paid_inside_at IS NOT NULL) AS is_paid
    FROM boost_leg WHERE boost_id = ${boostId}
  ) own`

/** What routing has cost so far, and whether an outcome is not known yet, or a share waits to be paid. */
export async function readPayoutsOfBoost(
  tx: Tx,
  boostId: string,
): Promise<{ fee_msat: bigint | null; is_open: boolean }> {
  const { rows } = await sql<{
    fee_msat: bigint | null
    is_open: boolean
  }>`${outcomeOfBoost(sql`${boostId}::uuid`)}`.execute(tx)
  return rows[0]!
}

export async function readStatement(tx: Tx, userId: string, page: StatementPage): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    SELECT ${columnList(WITHOUT_NOTE, 'l')}, ${noteOfLine} AS note, ${arrivalOfLine}, p.state AS payout_state, p.expires_at,
      coalesce(p.fee_msat, b.fee_msat, bo.fee_msat) AS fee_msat, coalesce(bo.is_open, false) AS is_boost_open,
      CASE WHEN l.note <> 'boost-routing' THEN bo.kept END AS boost_kept,
      coalesce(p.failure_reason, b.last_error) AS failure_reason, p.description,
      coalesce(p.address, b.address, i.address) AS address, b.state AS batch_state,
      z.content_id, z.content_type, z.content_title, coalesce(z.comment, v.comment, i.comment) AS comment,
      coalesce(z.is_nameless, false) AS is_nameless, g.id IS NOT NULL AS is_gift, po.app_name, po.sender_name
    FROM (${newestLines(userId, page)}) l
    LEFT JOIN payout p ON p.id = l.payment_id AND l.type = 'Withdraw'
    LEFT JOIN LATERAL (${outcomeOfBoost(sql`l.payment_id`)}) bo ON l.note IN ('boost', 'boost-routing', 'stream')
    LEFT JOIN forward_batch b ON b.id = l.payment_id AND l.type = 'Autoforward'
    LEFT JOIN zap z ON z.id = l.payment_id AND l.type IN ('Earnings', 'Zap Sent')
    LEFT JOIN gift g ON g.id = z.id
    ${purchaseOfLine} ${ticketsOfLine}
    LEFT JOIN invoice v ON v.id = l.payment_id AND l.type = 'Zap'
    LEFT JOIN internal_payment i ON i.id = l.payment_id AND l.type IN ('Withdraw', 'Zap', 'Zap Sent')
    LEFT JOIN payment_origin po ON po.payment_id = l.payment_id AND l.type IN ('Earnings', 'Zap')
    ORDER BY l.created_at DESC, l.id DESC`.execute(tx)
  return rows
}

/** Reads one page of each type from the index, however rare the type is, and then takes the newest of them. */
function newestLines(userId: string, { types, before, offset, limit }: StatementPage) {
  const older =
    before === undefined ? sql`` : sql`AND (created_at, id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
  return sql<LineRow>`
    SELECT ${columnList(LINE_COLUMNS, 'line')} FROM unnest(${types}::text[]) wanted (type)
    CROSS JOIN LATERAL (
      SELECT ${columnList(LINE_COLUMNS)} FROM statement_line WHERE user_id = ${userId} AND type = wanted.type ${older}
      ORDER BY created_at DESC, id DESC LIMIT ${offset + limit}
    ) line
    ORDER BY line.created_at DESC, line.id DESC OFFSET ${offset} LIMIT ${limit}`
}

/** The sum of the lines before a page, of the given types. */
export async function sumNewestLines(
  tx: Tx,
  userId: string,
  types: readonly LineType[],
  count: number,
): Promise<bigint> {
  if (count === 0) return 0n
  const { rows } = await sql<{ sum: bigint }>`
    SELECT coalesce(sum(change_msat), 0)::bigint AS sum
    FROM (${newestLines(userId, { types, offset: 0, limit: count })}) newest`.execute(tx)
  return rows[0]?.sum ?? 0n
}

export type StatementTotal = { type: LineType; lineCount: number; changeMsat: bigint }

export async function readStatementTotals(tx: Tx, userId: string): Promise<StatementTotal[]> {
  const { rows } = await sql<StatementTotal>`
    SELECT type, line_count::int AS "lineCount", change_msat AS "changeMsat"
    FROM statement_total WHERE user_id = ${userId}`.execute(tx)
  return rows
}
