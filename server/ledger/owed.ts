/** What this server owes, account by account: everything in the ledger that is not the operator's own, counted in one snapshot
 * of the database (docs/ledger.md, "What is owed"). */
import type { Tx } from '#server/platform/database/database.ts'
import { selectOwed, selectOwedByOthers, type OwedAccount } from './queries.ts'

/** Accounts with a balance in the order of their ids, after one of them. */
export function listOwed(tx: Tx, afterId: string | null, limit: number): Promise<OwedAccount[]> {
  return selectOwed(tx, afterId, limit)
}

/** The same total, computed independently: what the node should hold, less the operator's own money, plus what users owe. All
 * entries together sum to zero, so it equals the sum of all owed accounts, or an account is missing from one of the lists. */
export function sumOwedByOthers(tx: Tx): Promise<bigint> {
  return selectOwedByOthers(tx)
}
