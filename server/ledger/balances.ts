/** What an account holds now, in msat.
 * Not a lock: a transfer checks for itself what it takes. */
import type { Tx } from '#server/platform/database.ts'
import { type AccountRef, accountCode, userAccount } from './accounts.ts'
import { UnknownAccount } from './errors.ts'
import { lockBalance, lockBalances, selectBalance, selectUserSum } from './queries.ts'

/** Msat in any account, exact also where the balance is only rolled up now and then; 0 before a person's first transfer. */
export async function readBalance(tx: Tx, account: AccountRef): Promise<bigint> {
  const balanceMsat = await selectBalance(tx, accountCode(account))
  if (balanceMsat === null && typeof account === 'string') throw new UnknownAccount(`there is no account ${account}`)
  return balanceMsat ?? 0n
}

/** The same with the account's row locked until the transaction ends, so that nobody takes from it in between. */
export async function lockUserBalance(tx: Tx, userId: string): Promise<bigint> {
  return (await lockBalance(tx, accountCode(userAccount(userId)))) ?? 0n
}

/** The same for several people, by their id and 0 before the first transfer. Two that lock the same people, and all
 * transfers, do it in one order, so that they wait for each other and never in a circle. */
export async function lockUserBalances(tx: Tx, userIds: Iterable<string>): Promise<Map<string, bigint>> {
  const byCode = new Map([...userIds].map((userId) => [accountCode(userAccount(userId)), userId]))
  const balances = new Map([...byCode.values()].map((userId) => [userId, 0n]))
  for (const { code, balanceMsat } of await lockBalances(tx, [...byCode.keys()])) {
    balances.set(byCode.get(code)!, balanceMsat)
  }
  return balances
}

export function readUserBalance(tx: Tx, userId: string): Promise<bigint> {
  return readBalance(tx, userAccount(userId))
}

/** What all people together have, in msat. */
export function sumUserBalances(tx: Tx): Promise<bigint> {
  return selectUserSum(tx)
}
