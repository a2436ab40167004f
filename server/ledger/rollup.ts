/** Keeps balances of append-only accounts fast to read, by adding final entries to the stored balance. Does not
 * change the reported balance: entries that are rolled up no longer count separately. */
import type { Tx } from '#server/platform/database.ts'
import { lockAppendOnlyAccounts, updateRollUp } from './queries.ts'

/** Rolls up all append-only accounts and returns how many there are. Run it every minute, and once after a restore. */
export async function rollUpAppendOnly(tx: Tx): Promise<number> {
  // A separate statement, so that the next one sees what a concurrent roll-up has done.
  await lockAppendOnlyAccounts(tx)
  return updateRollUp(tx)
}
