/** The entries of an account, newest first, and of one transfer.
 * Not a person's list of payments: one payment has several entries until it is final (server/payments knows which). */
import type { Tx } from '#server/platform/database.ts'
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

/** Entries of these kinds that came after a transfer (its id): what they sum to, the newest of them, and when the first
 * occurred. For a person's account this misses nothing that commits late: its transfers take their ids under its lock. */
export function sumEntriesAfter(
  tx: Tx,
  account: PersonalAccount,
  kinds: readonly EntryKind[],
  afterTxId: string,
): Promise<EntrySum> {
  return selectSumAfter(tx, accountCode(account), kinds, afterTxId)
}

/** The platform fee that came with what this account earned after a transfer (its id): of each payment the part that is to
 * the whole fee as these earnings are to all that was shared. */
export function sumFeesBroughtAfter(tx: Tx, account: PersonalAccount, afterTxId: string): Promise<bigint> {
  return selectFeesAfter(tx, accountCode(account), afterTxId)
}

/** The entries of one transfer in order, by its idempotency key; none when it was never posted. */
export function readTransfer(tx: Tx, idem: string): Promise<Entry[]> {
  return selectTransferEntries(tx, idem)
}
