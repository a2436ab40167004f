/** Keeps balances of append-only accounts fast to read, by adding final entries to the stored balance. The reported
 * balance does not change: entries that are rolled up are no longer summed separately. */
import type { Tx } from '#server/platform/database/database.ts'
import { clearRollUps, lockAppendOnlyAccounts, updateRollUp } from './queries.ts'

/** Rolls up all append-only accounts and returns how many there are. Run it every minute, and once after a restore. */
export async function rollUpAppendOnly(tx: Tx): Promise<number> {
  // A separate statement, so that the next one sees what a concurrent roll-up has done.
  await lockAppendOnlyAccounts(tx)
  return updateRollUp(tx)
}

/** For accounts and entries that a backup holds without transaction ids, which mean nothing in another cluster: all entries
 * count as not rolled up yet. */
export async function restartRollUps(tx: Tx): Promise<void> {
  await clearRollUps(tx)
}
