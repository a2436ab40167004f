/** The statement line of a boost: one for all its recipients. It grows by what is paid or reserved for each of them, and is
 * lowered when that returns. */
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { growLines } from './grow-lines.ts'

export type BoostOf = { id: string; userId: string; title: string | null }

/** Runs in the transaction that moves the money. */
export function changeBoostLine(
  tx: Tx,
  boost: BoostOf,
  { amountMsat = 0n, changeMsat }: { amountMsat?: bigint; changeMsat: bigint },
  at: Date,
): Promise<void> {
  return growLines(tx, [
    {
      id: newId(at.getTime()),
      user_id: boost.userId,
      type: 'Zap Sent',
      payment_id: boost.id,
      amount_msat: amountMsat,
      change_msat: changeMsat,
      created_at: at,
      note: 'boost',
      title: boost.title,
      pending_msat: 0n,
    },
  ])
}
