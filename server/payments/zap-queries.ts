/** SQL of booked zaps, their legs, and the lines of statements.
 * Invoices and payouts: queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { SplitTerms } from '#contract/split.ts'
import type { PayoutState } from './state.ts'

export type ZapRow = {
  id: string
  payer_id: string | null
  content_id: string
  content_type: string
  content_title: string
  amount_msat: bigint
  terms: SplitTerms
  comment: string | null
  content_time_seconds: number | null
  settled_at: Date
}

type LegRow = { zap_id: string; seq: number; role: string; user_id: string | null; amount_msat: bigint }

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
  amount_msat: bigint
  created_at: Date
}

type Tables = { zap: ZapRow; zap_leg: LegRow; statement_line: LineRow }
const tables = (tx: Tx) => tx.withTables<Tables>()

export async function insertZap(tx: Tx, zap: ZapRow, legs: Omit<LegRow, 'zap_id'>[]): Promise<void> {
  await tables(tx)
    .insertInto('zap')
    .values({ ...zap, terms: JSON.stringify(zap.terms) as never })
    .execute()
  await tables(tx)
    .insertInto('zap_leg')
    .values(legs.map((leg) => ({ ...leg, zap_id: zap.id })))
    .execute()
}

export async function readZap(tx: Tx, zapId: string): Promise<ZapRow | undefined> {
  return tables(tx).selectFrom('zap').selectAll().where('id', '=', zapId).executeTakeFirst()
}

export async function readLegs(tx: Tx, zapId: string): Promise<LegRow[]> {
  return tables(tx).selectFrom('zap_leg').selectAll().where('zap_id', '=', zapId).orderBy('seq').execute()
}

export async function insertLines(tx: Tx, lines: LineRow[]): Promise<void> {
  if (lines.length > 0) await tables(tx).insertInto('statement_line').values(lines).execute()
}

export type StatementRow = LineRow & {
  payout_state: PayoutState | null
  fee_msat: bigint | null
  fee_reserve_msat: bigint | null
  failure_reason: string | null
  description: string | null
  content_id: string | null
  content_type: string | null
  content_title: string | null
  comment: string | null
}

export async function readStatement(
  tx: Tx,
  userId: string,
  page: { types: LineType[]; offset: number; limit: number },
): Promise<{ rows: StatementRow[]; total: number }> {
  const { types, offset, limit } = page
  const { rows } = await sql<StatementRow>`
    SELECT l.*, p.state AS payout_state, p.fee_msat, p.fee_reserve_msat, p.failure_reason, p.description,
      z.content_id, z.content_type, z.content_title, z.comment
    FROM (
      SELECT * FROM statement_line WHERE user_id = ${userId} AND type = ANY(${types})
      ORDER BY created_at DESC, id DESC OFFSET ${offset} LIMIT ${limit}) l
    LEFT JOIN payout p ON p.id = l.payment_id AND l.type = 'Withdraw'
    LEFT JOIN zap z ON z.id = l.payment_id AND l.type IN ('Earnings', 'Zap Sent')
    ORDER BY l.created_at DESC, l.id DESC`.execute(tx)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM statement_line
    WHERE user_id = ${userId} AND type = ANY(${types})`.execute(tx)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
