/** The kinds of transfers and entries, and the shape of an entry when it is read. Writing them is in transfer.ts. */

export type TransferKind =
  | 'content-payment'
  | 'deposit'
  | 'address-receipt'
  | 'receive-fee'
  | 'internal-payment'
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
  | 'purse-fill'
  | 'purse-return'
  | 'gift-zap'
  | 'promo-funding'
  | 'promo-return'
  | 'top-up'
  | 'top-up-matured'
  | 'top-up-reversed'
  | 'ticket-sale'
  | 'ticket-payout'
  | 'ticket-refund'
  | 'order-return'
  | 'share-accepted'
  | 'share-returned'
  | 'outside-reserve'
  | 'outside-settle'
  | 'outside-release'
  | 'outside-late'
  | 'outside-returned'
  | 'boost-kept'
  | 'boost-reserve'
  | 'boost-settle'
  | 'boost-release'
  | 'boost-late'
  | 'boost-returned'

/** How a user's statement classifies an entry. `platform` is for accounts that are not a user's balance. */
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
