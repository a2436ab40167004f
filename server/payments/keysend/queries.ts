/** SQL of keysend payments. Incoming ones are rows of `invoice`, outgoing ones rows of `payout`; the other SQL of both
 * is in invoices/queries.ts and payouts/queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import type { PayoutState } from '#server/payments/state.ts'

export type NewKeysend = Pick<
  InvoiceRow,
  | 'id'
  | 'purpose'
  | 'owner_id'
  | 'content_id'
  | 'content_type'
  | 'content_title'
  | 'terms'
  | 'comment'
  | 'content_time_seconds'
  | 'amount_msat'
  | 'payment_hash'
  | 'keysend'
  | 'created_at'
>

/** Inserts one row for each payment hash. A second insert of the same hash does nothing. */
export async function insertKeysend(tx: Tx, row: NewKeysend): Promise<void> {
  await sql`
    INSERT INTO invoice (id, purpose, state, owner_id, content_id, content_type, content_title, terms, comment,
      content_time_seconds, amount_msat, payment_hash, keysend, expires_at, next_check_at, created_at)
    VALUES (${row.id}, ${row.purpose}, 'open', ${row.owner_id}, ${row.content_id}, ${row.content_type}, ${row.content_title},
      ${row.terms === null ? null : JSON.stringify(row.terms)}, ${row.comment}, ${row.content_time_seconds}, ${row.amount_msat},
      ${row.payment_hash}, ${JSON.stringify(row.keysend)}, ${row.created_at}, ${row.created_at}, ${row.created_at})
    ON CONFLICT (payment_hash) DO NOTHING`.execute(tx)
}

/** The state of one part: a payout at the node, or a zap booked on this server. */
export type SentPart = { id: string; state: PayoutState; failureReason: string | null; feeMsat: bigint | null }

export async function readSentParts(tx: Tx, ids: readonly string[]): Promise<Map<string, SentPart>> {
  const { rows } = await sql<SentPart>`
    SELECT id, state, failure_reason AS "failureReason", fee_msat AS "feeMsat" FROM payout WHERE id = ANY(${ids}::uuid[])
    UNION ALL
    SELECT id, 'settled', NULL, 0 FROM zap WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
