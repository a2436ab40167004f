/** Deleting an account: removes everything that identifies the user, and keeps the usernames reserved. Money
 * (server/payments) and content (server/catalog) are handled before this. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteNamedIdentity } from './identity-queries.ts'
import type { Claims } from './people.ts'
import * as queries from './profile-queries.ts'

/** Runs in the transaction that closes the account. */
export async function anonymisePerson(tx: Tx, userId: string, now: Date): Promise<void> {
  await queries.anonymisePerson(tx, userId, `deleted-${randomBytes(10).toString('hex')}`, now)
}

/** Called after the provider has deleted the identity: before that, a login with it would create a new account. */
export async function forgetIdentity(tx: Tx, { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>): Promise<void> {
  await deleteNamedIdentity(tx, issuer, subject)
}
