/** The current balance of an account, in msat. Reading does not lock it; a transfer checks the balance itself. */
import type { Tx } from '#server/platform/database/database.ts'
import {
  type AccountRef,
  accountCode,
  type HeldAccount,
  type PersonalAccount,
  userAccount,
  type WaitingAccount,
} from './accounts.ts'
import { UnknownAccount } from './errors.ts'
import {
  insertAccount,
  lockBalance as lockRow,
  lockBalances,
  selectBalance,
  selectLiabilities,
  selectSumsByKind,
} from './queries.ts'

/** Msat in any account, exact even where the stored balance is only rolled up periodically. 0 before a user's first
 * transfer. */
export async function readBalance(tx: Tx, account: AccountRef): Promise<bigint> {
  const balanceMsat = await selectBalance(tx, accountCode(account))
  if (balanceMsat === null && typeof account === 'string') throw new UnknownAccount(`there is no account ${account}`)
  return balanceMsat ?? 0n
}

/** Accounts whose balance is in their row, and that may not go negative. */
type Lockable = HeldAccount | WaitingAccount | Exclude<PersonalAccount, { kind: 'receivable' }>

/** Opens the account of a promo, an event, a waiting share or a user's rewards, so that transfers find it. Does nothing if it
 * is open. */
export async function openAccount(tx: Tx, account: Lockable): Promise<void> {
  await insertAccount(tx, accountCode(account), account.kind, 'userId' in account ? account.userId : null)
}

/** The balance, with the account's row locked until the transaction ends; 0 if it is not open. Lock it before any user's
 * balance. */
export async function lockBalance(tx: Tx, account: Lockable): Promise<bigint> {
  return (await lockRow(tx, accountCode(account))) ?? 0n
}

/** The same, with the account's row locked until the transaction ends, so that nobody can debit it in between. */
export async function lockUserBalance(tx: Tx, userId: string): Promise<bigint> {
  return lockBalance(tx, userAccount(userId))
}

/** The same for several users, by their id; 0 before the first transfer. All locks, including those of transfers,
 * are taken in one order, so that there are no deadlocks. */
export async function lockUserBalances(tx: Tx, userIds: Iterable<string>): Promise<Map<string, bigint>> {
  const byCode = new Map([...userIds].map((userId) => [accountCode(userAccount(userId)), userId]))
  const balances = new Map([...byCode.values()].map((userId) => [userId, 0n]))
  for (const { code, balanceMsat } of await lockBalances(tx, [...byCode.keys()])) {
    balances.set(byCode.get(code)!, balanceMsat)
  }
  return balances
}

/** Locks the accounts of shares that wait until the transaction ends, in the order of all transfers, and opens those that
 * are not open. Whether they wait does not change meanwhile. Lock them before any user's balance. */
export async function lockWaiting(tx: Tx, accounts: readonly (WaitingAccount | HeldAccount)[]): Promise<void> {
  const codes = [...new Set(accounts.map(accountCode))]
  if (codes.length === 0 || (await lockBalances(tx, codes)).length === codes.length) return
  for (const account of accounts) await openAccount(tx, account)
  await lockBalances(tx, codes)
}

export function readUserBalance(tx: Tx, userId: string): Promise<bigint> {
  return readBalance(tx, userAccount(userId))
}

/** The balance of the purse, with its row locked until the transaction ends: what depends on it happens one after the
 * other, on all servers. Lock it before any user's balance. */
export async function lockPurse(tx: Tx): Promise<bigint> {
  return (await lockRow(tx, accountCode('purse'))) ?? 0n
}

/** What the node must be able to pay, in msat: all of "What is owed" in docs/ledger.md except payouts that are not final. */
export function sumLiabilities(tx: Tx): Promise<bigint> {
  return selectLiabilities(tx)
}

/** The balance of all accounts of each kind together, of the platform's and of people's. The sums add up to zero. */
export const sumByKind = selectSumsByKind
