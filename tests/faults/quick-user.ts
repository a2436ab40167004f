/** Users of races: with a session, and without a password, which would take long. */
import { insertNewUser } from '#server/accounts/users.ts'
import { openSession } from '#server/auth/sessions/sessions.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/transfer.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export async function makeQuickUser(
  database: Database,
  username: string,
  balanceMsat = 0n,
): Promise<{ userId: string; token: string }> {
  return database.transaction(async (tx) => {
    const now = new Date()
    const claims = { issuer: 'https://race.example', subject: username, email: null, emailVerified: false }
    const { userId } = await insertNewUser(tx, { claims, username, now })
    if (balanceMsat > 0n) await changeBalance(tx, userId, balanceMsat)
    const origin = { ip: '203.0.113.9', userAgent: 'race' }
    const session = { ...claims, method: 'password' as const, origin, secondFactor: false, now }
    return { userId, token: (await openSession(tx, session)).token }
  })
}

/** From or to the house. */
export async function changeBalance(tx: Tx, userId: string, changeMsat: bigint): Promise<void> {
  const id = newId()
  await post(tx, {
    idem: `race:${id}`,
    kind: 'correction',
    legs: [
      { account: 'house', amountMsat: -changeMsat },
      { account: userAccount(userId), amountMsat: changeMsat },
    ],
  })
  const [type, amountMsat] = changeMsat > 0n ? (['Deposit', changeMsat] as const) : (['Withdraw', -changeMsat] as const)
  const line = { id, user_id: userId, type, payment_id: id, created_at: new Date() }
  await insertLines(tx, [{ ...line, amount_msat: amountMsat, change_msat: changeMsat }])
}
