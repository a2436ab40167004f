/** The end of a person's account: it stays in the books and takes nothing more.
 * Not what becomes of the person; that is server/accounts. */
import type { Tx } from '#server/platform/database.ts'
import { accountCode, userAccount } from './accounts.ts'
import { insertUserAccount, lockBalance, updateClosed } from './queries.ts'

/** What is left in it, with the account locked until the transaction ends: nothing comes in or goes out meanwhile, not even
 * a first transfer. */
export async function lockToClose(tx: Tx, userId: string): Promise<bigint> {
  const code = accountCode(userAccount(userId))
  await insertUserAccount(tx, code, userId)
  return (await lockBalance(tx, code)) ?? 0n
}

/** From now on no transfer touches it. The database refuses this while there is a balance. */
export async function closeUserAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  await updateClosed(tx, accountCode(userAccount(userId)), now)
}
