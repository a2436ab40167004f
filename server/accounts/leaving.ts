/** The end of a person: nothing is left that says who it was, and none of their names is given again.
 * Not their money (server/payments) and not their content (server/catalog); both are dealt with before. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'
import { deleteNamedIdentity } from './identity-queries.ts'
import type { Claims } from './people.ts'
import * as queries from './profile-queries.ts'

/** In the transaction that closes their account. */
export async function anonymisePerson(tx: Tx, userId: string, now: Date): Promise<void> {
  await queries.anonymisePerson(tx, userId, `deleted-${randomBytes(10).toString('hex')}`, now)
}

/** Once the provider has forgotten it: before, whoever still logs in with it would become a new person. */
export async function forgetIdentity(tx: Tx, { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>): Promise<void> {
  await deleteNamedIdentity(tx, issuer, subject)
}
