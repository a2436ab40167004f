/** The ledger checked against itself. It reads every entry, so it is for a schedule and not for a request.
 * Not a check against the Lightning node: a ledger can agree with itself and still be wrong (server/payments compares). */
import type { Tx } from '#server/platform/database.ts'
import { type Drift, selectDrifts, selectNegative, selectTotals, selectUnbalanced } from './queries.ts'

export type LedgerReport = {
  isSound: boolean
  transferCount: number
  entryCount: number
  /** All entries together; anything but 0 is money made or lost. */
  sumMsat: bigint
  /** Ids of transfers that do not sum to zero or have fewer than two entries; 100 at most. */
  unbalancedTxIds: string[]
  /** Accounts whose balance is not the sum of their entries; 100 at most. */
  drifts: Drift[]
  /** Codes of accounts that are below zero and may not be; 100 at most. */
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
