/** Lowers a statement line after a refund: what it shows and what is on its way, or what it changed the balance by. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { LineRow } from './queries.ts'

type Lowered = { amountMsat?: bigint; changeMsat?: bigint; pendingMsat?: bigint }

export async function lowerLine(
  tx: Tx,
  line: Pick<LineRow, 'user_id' | 'type' | 'payment_id'>,
  { amountMsat = 0n, changeMsat = 0n, pendingMsat = 0n }: Lowered,
): Promise<void> {
  await sql`
    WITH lowered AS (
      UPDATE statement_line SET amount_msat = amount_msat - ${amountMsat}::bigint,
        change_msat = change_msat - ${changeMsat}::bigint, pending_msat = pending_msat - ${pendingMsat}::bigint
      WHERE user_id = ${line.user_id} AND type = ${line.type} AND payment_id = ${line.payment_id} RETURNING id
    )
    UPDATE statement_total SET change_msat = change_msat - ${changeMsat}::bigint
    WHERE user_id = ${line.user_id} AND type = ${line.type} AND EXISTS (SELECT FROM lowered)`.execute(tx)
}
