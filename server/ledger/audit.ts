/** Checks the ledger against itself. Reads every entry, so run it on a schedule and not in a request. Does not
 * compare with the Lightning node, although a consistent ledger can still be wrong; server/payments does that. */
import type { Tx } from '#server/platform/database/database.ts'
import { type Drift, selectDrifts, selectNegative, selectTotals, selectUnbalanced } from './queries.ts'

export type LedgerReport = {
  isSound: boolean
  transferCount: number
  entryCount: number
  /** The sum of all entries. Anything but 0 is money created or lost. */
  sumMsat: bigint
  /** Ids of transfers that do not sum to zero or have fewer than two entries; 100 at most. */
  unbalancedTxIds: string[]
  /** Accounts whose balance is not the sum of their entries; 100 at most. */
  drifts: Drift[]
  /** Codes of accounts that are below zero but may not be; 100 at most. */
  negativeAccounts: string[]
}

const FINDINGS_MAX = 100

export async function auditLedger(tx: Tx): Promise<LedgerReport> {
  const totals = await selectTotals(tx)
  const unbalancedTxIds = await selectUnbalanced(tx, FINDINGS_MAX)
  const drifts = await selectDrifts(tx, FINDINGS_MAX)
  const negativeAccounts = await selectNegative(tx, FINDINGS_MAX)
  const findingCount = unbalancedTxIds.length + drifts.length + negativeAccounts.length
  return { isSound: totals.sumMsat === 0n && findingCount === 0, ...totals, unbalancedTxIds, drifts, negativeAccounts }
}
