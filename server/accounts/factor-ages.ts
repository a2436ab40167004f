/** How old the factors are that somebody proves who they are with, and when any of them last changed. A new one proves
 * nothing for a day; the one the account was made with counts at once (docs/decisions/0014). */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Person } from './people.ts'

const YOUNG_FACTOR_MS = 24 * 3_600_000

/** Something was added, changed or removed: withdrawals need a proof for a day. */
export async function noteCredentialChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`UPDATE person SET credentials_changed_at = ${now} WHERE id = ${userId}`.execute(tx)
}

/** A password chosen by a mailed link is new, and for a day the mailbox that chose it proves nothing more. */
export async function noteResetByMail(
  tx: Tx,
  userId: string,
  identity: { issuer: string; subject: string },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE identity SET changed_at = ${now}
    WHERE person_id = ${userId} AND issuer = ${identity.issuer} AND subject = ${identity.subject}`.execute(tx)
  await sql`
    UPDATE person SET credentials_changed_at = ${now}, mail_counts_since = ${now} WHERE id = ${userId}`.execute(tx)
}

/** Null when it counts now. `since` null: it is as old as the account, and counted from its first minute. */
export function countsFrom(since: Date | null, now: Date): Date | null {
  if (since === null) return null
  const from = new Date(since.getTime() + YOUNG_FACTOR_MS)
  return from <= now ? null : from
}

export function changedLately({ credentialsChangedAt }: Pick<Person, 'credentialsChangedAt'>, now: Date): boolean {
  return credentialsChangedAt !== null && countsFrom(credentialsChangedAt, now) !== null
}
