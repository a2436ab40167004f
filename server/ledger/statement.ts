/** The entries of an account, newest first, and those of one transfer. Not a user's list of payments: a payment has
 * several entries until it is final (server/payments knows them). */
import type { Tx } from '#server/platform/database/database.ts'
import { type AccountRef, accountCode, type PersonalAccount } from './accounts.ts'
import { selectEntries, selectFeesAfter, selectSumAfter, selectTransferEntries } from './queries.ts'
import { type Entry, type EntryKind, type EntryPlace, entryKinds } from './kinds.ts'

export const ENTRIES_PAGE_MAX = 100

export type StatementPage = {
  /** Only entries of these kinds; all of them when absent. */
  kinds?: readonly EntryKind[]
  /** Only entries older than this one. */
  before?: EntryPlace
  limit: number
}

const NEWEST: EntryPlace = { txId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', seq: 0 }

export function readEntries(tx: Tx, account: AccountRef, page: StatementPage): Promise<Entry[]> {
  const { kinds = entryKinds, before = NEWEST, limit } = page
  if (limit < 1 || limit > ENTRIES_PAGE_MAX) throw new RangeError('page')
  return selectEntries(tx, { code: accountCode(account), kinds, before, limit })
}

export type EntrySum = { sumMsat: bigint; newestTxId: string; firstAt: Date | null }

/** The entries of these kinds after a transfer (its id): their sum, the newest of them, and when the first occurred.
 * For a user's account no late commit is missed, because its transfers get their ids while holding its lock. */
export function sumEntriesAfter(
  tx: Tx,
  account: PersonalAccount,
  kinds: readonly EntryKind[],
  afterTxId: string,
): Promise<EntrySum> {
  return selectSumAfter(tx, accountCode(account), kinds, afterTxId)
}

/** The platform fee on what this account earned after a transfer (its id). For each payment, the fee is divided in
 * proportion to the earnings. */
export function sumFeesBroughtAfter(tx: Tx, account: PersonalAccount, afterTxId: string): Promise<bigint> {
  return selectFeesAfter(tx, accountCode(account), afterTxId)
}

/** The entries of one transfer in order, by its idempotency key; none when it was never posted. */
export function readTransfer(tx: Tx, idem: string): Promise<Entry[]> {
  return selectTransferEntries(tx, idem)
}
