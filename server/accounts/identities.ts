/** The login methods of a user, and the rule that at least one remains. What each provider reports about
 * the user is in server/auth/providers. */
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { recordCredentialChange } from './factor-ages.ts'
import * as queries from './identity-queries.ts'

export type LinkedIdentity = { id: string; issuer: string; subject: string; createdAt: Date; changedAt: Date | null }
type Name = { issuer: string; subject: string }

const IDENTITIES_MAX = 20

/** The oldest first. */
export async function identitiesOf(tx: Tx, userId: string): Promise<LinkedIdentity[]> {
  const rows = await queries.selectIdentities(tx, userId)
  return rows.map(({ id, issuer, subject, created_at: createdAt, changed_at: changedAt }) => ({
    id,
    issuer,
    subject,
    createdAt,
    changedAt,
  }))
}

/** Adds a login method to a user; a no-op when the user already has it. Throws 409 when it belongs to another user. */
export async function addIdentity(
  tx: Tx,
  userId: string,
  { issuer, subject }: Name,
  now: Date,
): Promise<LinkedIdentity> {
  await queries.lockUser(tx, userId)
  const isNew = await queries.insertIdentity(tx, { issuer, subject, userId, changedAt: now })
  if (isNew) await recordCredentialChange(tx, userId, now)
  const all = await identitiesOf(tx, userId)
  if (all.length > IDENTITIES_MAX) {
    throw new AppError(422, 'rule-broken', `At most ${IDENTITIES_MAX} ways to log in.`)
  }
  const added = all.find((one) => one.issuer === issuer && one.subject === subject)
  if (added === undefined) throw new AppError(409, 'identity-taken')
  return added
}

/** Removes a login method from a user, who must have another. */
export async function removeIdentity(tx: Tx, userId: string, identityId: string, now: Date): Promise<LinkedIdentity> {
  await queries.lockUser(tx, userId)
  const all = await identitiesOf(tx, userId)
  const removed = all.find(({ id }) => id === identityId)
  if (removed === undefined) throw notFound()
  if (all.length === 1) throw new AppError(409, 'identity-last')
  await queries.deleteIdentity(tx, identityId)
  await recordCredentialChange(tx, userId, now)
  return removed
}
