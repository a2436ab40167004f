/** What an account holds now, in msat.
 * Not a lock: a transfer checks for itself what it takes. */
import type { Tx } from '#server/platform/database.ts'
import { type AccountRef, accountCode, userAccount } from './accounts.ts'
import { UnknownAccount } from './errors.ts'
import { lockBalance, selectBalance } from './queries.ts'

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

export function readUserBalance(tx: Tx, userId: string): Promise<bigint> {
  return readBalance(tx, userAccount(userId))
}
