/** Deletes what is stored about the log-ins of a user, when the account is deleted. The identities stay until requests in
 * progress are over (server/me/delete-account.ts): a log-in with one of them would otherwise create another account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { endSessionsOf } from '#server/auth/sessions/sessions.ts'

const TABLES = [
  'proof_grant',
  'credential_review',
  'backup_code',
  'second_factor',
  'passkey',
  'login_challenge',
  'login_event',
  'outside_attempt',
  'email_code',
  'login_code',
  'known_device',
]

export async function deleteLogins(tx: Tx, userId: string): Promise<void> {
  await endSessionsOf(tx, userId)
  for (const table of TABLES) await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(tx)
  await sql`
    DELETE FROM outside_identity said USING identity
    WHERE identity.user_id = ${userId} AND said.issuer = identity.issuer AND said.subject = identity.subject`.execute(
    tx,
  )
}
