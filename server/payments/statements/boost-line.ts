/** The statement line of a boost: one for all its recipients. It grows by what is paid, reserved or kept for each of them, and is
 * lowered when that returns. What routing costs for kept shares is a line of its own. */
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { growLines } from './grow-lines.ts'

export type BoostOf = {
  id: string
  userId: string
  title: string | null
  /** Of a new line. Default `boost`. */
  note?: 'boost' | 'boost-routing' | 'stream'
}

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
      note: boost.note ?? 'boost',
      title: boost.title,
      pending_msat: 0n,
    },
  ])
}
