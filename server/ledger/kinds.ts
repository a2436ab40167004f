/** What transfers and entries are called, and what an entry is when it is read.
 * Not how either is written; that is transfer.ts. */

export type TransferKind =
  | 'content-payment'
  | 'deposit'
  | 'address-receipt'
  | 'receive-fee'
  | 'internal-payment'
  | 'top-up'
  | 'ticket-sale'
  | 'withdraw-reserve'
  | 'withdraw-settle'
  | 'withdraw-release'
  | 'withdraw-late'
  | 'forward-reserve'
  | 'forward-settle'
  | 'forward-release'
  | 'forward-late'
  | 'suspense'
  | 'correction'

/** What a person's statement calls an entry; `platform` stands on accounts that are nobody's. */
export const entryKinds = [
  'deposit',
  'zap',
  'earnings',
  'top-up',
  'ticket-sale',
  'withdraw',
  'autoforward',
  'zap-sent',
  'platform',
] as const
export type EntryKind = (typeof entryKinds)[number]

export type EntryPlace = { txId: string; seq: number }

export type Entry = {
  txId: string
  seq: number
  accountCode: string
  kind: EntryKind
  amountMsat: bigint
  /** Null on accounts that are append-only. */
  balanceAfterMsat: bigint | null
  transferKind: TransferKind
  refType: string | null
  refId: string | null
  meta: Record<string, unknown> | null
  occurredAt: Date
  createdAt: Date
}
