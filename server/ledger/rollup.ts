/** Keeps reading the balances of append-only accounts quick: adds settled entries to the stored balance.
 * Changes no balance: what is rolled up is no longer in the tail. */
import type { Tx } from '#server/platform/database.ts'
import { lockAppendOnlyAccounts, updateRollUp } from './queries.ts'

/** Rolls up all append-only accounts and answers how many there are. Run it each minute, and once after a restore. */
export async function rollUpAppendOnly(tx: Tx): Promise<number> {
  // In a statement of its own: the next one must see what a rival roll-up has done.
  await lockAppendOnlyAccounts(tx)
  return updateRollUp(tx)
}
