/** The operator of the drill: books the differences between audit and node, assigns them to the users that the twin has for them,
 * and resumes payments. */
import { getRecovery, bookDifference, setOutgoingStop } from '#contract/operator/admin-money.ts'
import { assignSuspense, getMoney } from '#contract/operator/admin.ts'
import { login } from '#contract/accounts/auth.ts'
import { setRole } from '#server/accounts/roles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Call, createCall } from '#web/data/api.ts'
import { refusalOf } from '#tests/refusals.ts'
import { PASSWORD, type TestUser, until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'

export type Booked = { differences: number; msat: number; suspense: number; unassigned: number }

export async function becomeOperator(origin: string, database: Database, user: TestUser): Promise<Call> {
  await setRole(database.read, user.name, 'owner')
  const signedIn = await createCall(transportTo(origin))(login, { body: { email: user.email, password: PASSWORD } })
  if (!('token' in signedIn)) throw new Error('There is no second factor here')
  // With a real node, operators need a second factor. It is not what is tested.
  await database.pool.query('UPDATE login_session SET second_factor = TRUE')
  return createCall(transportTo(origin), () => signedIn.token)
}

/** Resolves when an audit since then has compared the database with the node. */
export async function waitForAudit(call: Call, since: Date): Promise<void> {
  await until(async () => {
    const { audit } = await call(getRecovery, {})
    return audit.lastRunAt !== null && new Date(audit.lastRunAt) > since && !audit.isRunning
  })
}

export async function namedLoss(call: Call): Promise<{ differenceId: string; kind: string } | undefined> {
  return (await call(getMoney, {})).differences.find(({ subject }) => subject === 'journal')
}

/** `ownerOf`: the user of a payment hash, if the restored server has that user. */
export async function bookAll(call: Call, ownerOf: ReadonlyMap<string, string>): Promise<Booked> {
  const booked: Booked = { differences: 0, msat: 0, suspense: 0, unassigned: 0 }
  const usernameOf = (hash: string | null) => (hash === null ? undefined : ownerOf.get(hash))
  for (;;) {
    const { suspense } = await call(getMoney, {})
    const known = suspense.filter(({ paymentHash }) => usernameOf(paymentHash) !== undefined)
    booked.unassigned = suspense.length - known.length
    if (known.length === 0) break
    for (const { itemId, paymentHash } of known) {
      const body = { username: usernameOf(paymentHash)!, reason: 'They have shown the payment' }
      await call(assignSuspense, { params: { itemId }, body })
    }
    booked.suspense += known.length
  }
  for (;;) {
    const differences = (await call(getMoney, {})).differences.filter(({ subject }) => subject !== 'journal')
    if (differences.length === 0) return booked
    for (const { differenceId, subject, msatChange } of differences) {
      const username = usernameOf(subject)
      const body = { reason: 'Paid by the server that was lost', ...(username === undefined ? {} : { username }) }
      await call(bookDifference, { params: { differenceId }, body })
      booked.differences++
      booked.msat += msatChange ?? 0
    }
  }
}

/** Accepts the loss, and resumes outgoing payments. Resolves when the audit has found the books right, with the error code by
 * which resuming was refused before the loss was accepted. */
export async function resume(call: Call, differenceId: string): Promise<string> {
  const requestResume = () => call(setOutgoingStop, { body: { isStopped: false, reason: 'The books are right' } })
  const { code } = await refusalOf(requestResume())
  await call(bookDifference, { params: { differenceId }, body: { reason: 'Nothing more can be found' } })
  await requestResume()
  await until(async () => (await call(getRecovery, {})).state === 'open')
  return code
}
