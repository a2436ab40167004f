/** What an account holds now, in msat.
 * Not a lock: a transfer checks for itself what it takes. */
import type { Tx } from '#server/platform/database.ts'
import { type AccountRef, accountCode, userAccount } from './accounts.ts'
import { UnknownAccount } from './errors.ts'
import { selectBalance } from './queries.ts'

/** Msat in any account, exact also where the balance is only rolled up now and then; 0 before a person's first transfer. */
export async function readBalance(tx: Tx, account: AccountRef): Promise<bigint> {
  const balanceMsat = await selectBalance(tx, accountCode(account))
  if (balanceMsat === null && typeof account === 'string') throw new UnknownAccount(`there is no account ${account}`)
  return balanceMsat ?? 0n
}

export function readUserBalance(tx: Tx, userId: string): Promise<bigint> {
  return readBalance(tx, userAccount(userId))
}
