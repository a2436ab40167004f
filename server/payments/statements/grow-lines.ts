/** Lines that grow: one for all rewards of a day, one for all recipients of a boost. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { centsPerBtcAt, type LineRow } from './queries.ts'

/** Adds these amounts to the lines of these payments, which are written when missing, with the price of then. Runs in the
 * transaction that moves the money. Several lines of one payment must be added up before. Ids of lines are new ones. */
export async function growLines(tx: Tx, lines: readonly LineRow[]): Promise<void> {
  if (lines.length === 0) return
  const rows = JSON.stringify(lines, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  await sql`
    WITH grown AS (
      INSERT INTO statement_line AS known (id, user_id, type, payment_id, amount_msat, change_msat, created_at, pending_msat,
        note, title, cents_per_btc)
      SELECT id, user_id, type, payment_id, 0, 0, created_at, 0, note, title, ${centsPerBtcAt}
      FROM jsonb_populate_recordset(NULL::statement_line, ${rows}) ORDER BY user_id, payment_id
      ON CONFLICT (user_id, type, payment_id) DO UPDATE SET user_id = excluded.user_id
      RETURNING id, user_id, type, payment_id
    ), added AS (
      SELECT g.user_id, g.type, g.id = a.id AS is_new, a.change_msat
      FROM grown g JOIN jsonb_populate_recordset(NULL::statement_line, ${rows}) a USING (user_id, type, payment_id)
    )
    INSERT INTO statement_total AS known (user_id, type, line_count, change_msat)
    SELECT user_id, type, count(*) FILTER (WHERE is_new), sum(change_msat) FROM added GROUP BY user_id, type
    ORDER BY user_id, type
    ON CONFLICT (user_id, type) DO UPDATE SET
      line_count = known.line_count + excluded.line_count, change_msat = known.change_msat + excluded.change_msat`.execute(
    tx,
  )
  // A statement sees only the rows from before it, so lines that it inserted are changed by the next one.
  await sql`
    UPDATE statement_line SET amount_msat = statement_line.amount_msat + a.amount_msat,
      change_msat = statement_line.change_msat + a.change_msat, pending_msat = statement_line.pending_msat + a.pending_msat
    FROM jsonb_populate_recordset(NULL::statement_line, ${rows}) a
    WHERE statement_line.user_id = a.user_id AND statement_line.type = a.type
      AND statement_line.payment_id = a.payment_id`.execute(tx)
}
