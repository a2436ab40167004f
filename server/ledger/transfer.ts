/** Moving money: the only way to write to the ledger. Why money moves is up to the modules that pay. */
import { hash } from 'node:crypto'
import type { Tx } from '#server/platform/database/database.ts'
import { sqlState } from '#server/platform/database/database.ts'
import { type AccountRef, accountCode } from './accounts.ts'
import { AccountClosed, IdempotencyConflict, InsufficientFunds, Unbalanced, UnknownAccount } from './errors.ts'
import type { EntryKind, TransferKind } from './kinds.ts'
import { insertTransfers, type TransferRow } from './queries.ts'

export type TransferLeg = {
  account: AccountRef
  /** Msat; a positive amount credits the account. Legs of zero are dropped. */
  amountMsat: bigint
  /** Set when the statement's classification differs from the usual one for this kind of transfer (`usualRole`). */
  role?: EntryKind
}

export type NewTransfer = {
  /** Permanently unique, and named after the event: `deposit:<payment hash>`, `settle:<payout id>`. */
  idem: string
  kind: TransferKind
  legs: readonly TransferLeg[]
  ref?: { type: string; id: string }
  /** When it happened. Default: now. */
  occurredAt?: Date
  meta?: Readonly<Record<string, unknown>>
}

export type Posted = {
  txId: string
  /** False when this transfer was posted before; then nothing has moved now. */
  isNew: boolean
}

const TRANSFERS_MAX = 100

const usualRoles: Record<TransferKind, { credit: EntryKind; debit: EntryKind }> = {
  'content-payment': { credit: 'earnings', debit: 'zap-sent' },
  deposit: { credit: 'deposit', debit: 'deposit' },
  'address-receipt': { credit: 'zap', debit: 'zap' },
  'receive-fee': { credit: 'deposit', debit: 'withdraw' },
  'internal-payment': { credit: 'deposit', debit: 'withdraw' },
  'withdraw-reserve': { credit: 'withdraw', debit: 'withdraw' },
  'withdraw-settle': { credit: 'withdraw', debit: 'withdraw' },
  'withdraw-release': { credit: 'withdraw', debit: 'withdraw' },
  'withdraw-late': { credit: 'withdraw', debit: 'withdraw' },
  'forward-reserve': { credit: 'autoforward', debit: 'autoforward' },
  'forward-settle': { credit: 'autoforward', debit: 'autoforward' },
  'forward-release': { credit: 'autoforward', debit: 'autoforward' },
  'forward-late': { credit: 'autoforward', debit: 'autoforward' },
  suspense: { credit: 'deposit', debit: 'withdraw' },
  correction: { credit: 'deposit', debit: 'withdraw' },
  'purse-fill': { credit: 'deposit', debit: 'withdraw' },
  'purse-return': { credit: 'deposit', debit: 'withdraw' },
  'gift-zap': { credit: 'earnings', debit: 'zap-sent' },
  'promo-funding': { credit: 'deposit', debit: 'zap-sent' },
  'promo-return': { credit: 'deposit', debit: 'withdraw' },
  'top-up': { credit: 'top-up', debit: 'top-up' },
  'top-up-matured': { credit: 'top-up', debit: 'top-up' },
  'top-up-reversed': { credit: 'deposit', debit: 'withdraw' },
  'ticket-sale': { credit: 'deposit', debit: 'zap-sent' },
  'ticket-payout': { credit: 'ticket-sale', debit: 'ticket-sale' },
  'ticket-refund': { credit: 'deposit', debit: 'ticket-sale' },
  'order-return': { credit: 'deposit', debit: 'withdraw' },
  'share-accepted': { credit: 'earnings', debit: 'withdraw' },
  'share-returned': { credit: 'earnings', debit: 'withdraw' },
  'outside-reserve': { credit: 'withdraw', debit: 'withdraw' },
  'outside-settle': { credit: 'withdraw', debit: 'withdraw' },
  'outside-release': { credit: 'withdraw', debit: 'withdraw' },
  'outside-late': { credit: 'withdraw', debit: 'withdraw' },
  'outside-returned': { credit: 'earnings', debit: 'withdraw' },
  'boost-kept': { credit: 'zap-sent', debit: 'zap-sent' },
  'boost-reserve': { credit: 'zap-sent', debit: 'zap-sent' },
  'boost-settle': { credit: 'zap-sent', debit: 'zap-sent' },
  'boost-release': { credit: 'zap-sent', debit: 'zap-sent' },
  'boost-late': { credit: 'zap-sent', debit: 'zap-sent' },
  'boost-returned': { credit: 'zap-sent', debit: 'zap-sent' },
}

/** The role of a leg that does not set one. */
export function usualRole(kind: TransferKind, account: AccountRef, amountMsat: bigint): EntryKind {
  if (typeof account === 'string' || account.kind !== 'user') return 'platform'
  return usualRoles[kind][amountMsat > 0n ? 'credit' : 'debit']
}

/** Posts one transfer inside the transaction `tx`: all of its legs or none, in one round trip.
 *
 * Legs with the same account, role and direction become one entry. Debits must be covered before credits are added.
 * Posting the same transfer again (same `idem`, kind, reference and legs) returns the stored one with `isNew:
 * false`, in any interleaving and from any number of processes.
 *
 * Throws InsufficientFunds when an account that may not go negative cannot cover a debit, AccountClosed when a
 * user's account has been closed, IdempotencyConflict, UnknownAccount, and Unbalanced. After each of them the
 * transaction can only be rolled back. */
export async function post(tx: Tx, transfer: NewTransfer): Promise<Posted> {
  const [posted] = await postAll(tx, [transfer])
  return posted!
}

/** Posts several transfers one after another, in one round trip: all of them or none. The accounts of all of them
 * are locked at the start, in the order that every transfer uses. */
export async function postAll(tx: Tx, transfers: readonly NewTransfer[]): Promise<Posted[]> {
  if (!tx.isTransaction) throw new TypeError('a transfer is posted inside a transaction')
  if (transfers.length === 0) return []
  if (transfers.length > TRANSFERS_MAX) throw new RangeError(`${transfers.length} transfers at once`)
  try {
    return await insertTransfers(tx, transfers.map(rowOf))
  } catch (error) {
    throw named(error)
  }
}

function rowOf(transfer: NewTransfer): TransferRow {
  const legs = mergedLegs(transfer)
  const { idem, kind, ref } = transfer
  return {
    idem,
    requestHash: hash('sha256', JSON.stringify([kind, ref?.type, ref?.id, sortedForHash(legs)]), 'buffer'),
    kind,
    codes: legs.map((leg) => leg.code),
    amounts: legs.map((leg) => String(leg.amountMsat)),
    roles: legs.map((leg) => leg.role),
    refType: ref?.type ?? null,
    refId: ref?.id ?? null,
    occurredAt: transfer.occurredAt ?? null,
    meta: transfer.meta === undefined ? null : JSON.stringify(transfer.meta),
  }
}

type MergedLeg = { code: string; role: EntryKind; amountMsat: bigint }

/** One leg per account, role and direction, debits first. */
function mergedLegs({ kind, legs }: NewTransfer): MergedLeg[] {
  const debits = new Map<string, MergedLeg>()
  const credits = new Map<string, MergedLeg>()
  let sumMsat = 0n
  for (const { account, amountMsat, role = usualRole(kind, account, amountMsat) } of legs) {
    sumMsat += amountMsat
    if (amountMsat === 0n) continue
    const side = amountMsat < 0n ? debits : credits
    const code = accountCode(account)
    const before = side.get(`${code} ${role}`)?.amountMsat ?? 0n
    side.set(`${code} ${role}`, { code, role, amountMsat: before + amountMsat })
  }
  if (sumMsat !== 0n) throw new Unbalanced(`the legs of a ${kind} sum to ${sumMsat} msat`)
  if (debits.size === 0) throw new Unbalanced(`a ${kind} moves nothing`)
  return [...debits.values(), ...credits.values()]
}

function sortedForHash(legs: readonly MergedLeg[]): string[] {
  return legs.map((leg) => `${leg.code} ${leg.role} ${leg.amountMsat}`).sort()
}

function named(error: unknown): unknown {
  const message = error instanceof Error ? error.message : ''
  switch (sqlState(error)) {
    case 'PL001':
      return new InsufficientFunds(message)
    case 'PL002':
      return new IdempotencyConflict(message, { cause: error })
    case 'PL003':
      return new UnknownAccount(message, { cause: error })
    case 'PL004':
      return new Unbalanced(message, { cause: error })
    case 'PL006':
      return new AccountClosed()
    default:
      return error
  }
}
