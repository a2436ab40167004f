/** Closing a user's account: it stays in the books and accepts no more transfers. Deleting the user is in
 * server/accounts. */
import type { Tx } from '#server/platform/database/database.ts'
import { accountCode, userAccount } from './accounts.ts'
import { lockBalance, openAccount } from './balances.ts'
import { updateClosed } from './queries.ts'

/** The remaining balance, with the account locked until the transaction ends: nothing is credited or debited
 * meanwhile, not even by a first transfer. */
export async function lockToClose(tx: Tx, userId: string): Promise<bigint> {
  const account = userAccount(userId)
  await openAccount(tx, account)
  return lockBalance(tx, account)
}

/** From now on no transfer can use this account. The database refuses this while there is a balance. */
export async function closeUserAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  await updateClosed(tx, accountCode(userAccount(userId)), now)
}
