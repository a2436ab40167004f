/** Deleting an account: removes everything that identifies the user, and keeps the usernames reserved. The order of the
 * steps in all modules is in server/me/delete-account.ts. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteIdentitiesOf } from './identity-queries.ts'
import { deleteNetworksOf } from './networks.ts'
import * as queries from './profile-queries.ts'

/** Runs in the transaction that closes the account. */
export async function anonymiseUser(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteNetworksOf(tx, userId)
  await queries.anonymiseUser(tx, userId, `deleted-${randomBytes(10).toString('hex')}`, now)
}

/** From now on, a login with one of these identities creates a new account. */
export async function releaseIdentitiesOf(tx: Tx, userId: string): Promise<void> {
  await deleteIdentitiesOf(tx, userId)
}
