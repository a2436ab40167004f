/** The age of a user's authentication factors, and when any of them last changed. A new factor cannot be used as proof
 * for a day; the one the account was created with counts immediately (docs/decisions/0014). */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const YOUNG_FACTOR_MS = 24 * 3_600_000

/** Records that a credential was added, changed or removed: withdrawals require a proof for a day. */
export async function recordCredentialChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`UPDATE person SET credentials_changed_at = ${now} WHERE id = ${userId}`.execute(tx)
}

/** A password set through a mailed link counts as new, and for a day codes mailed to that address are no proof. */
export async function recordResetByMail(
  tx: Tx,
  userId: string,
  identity: { issuer: string; subject: string },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE identity SET changed_at = ${now}
    WHERE user_id = ${userId} AND issuer = ${identity.issuer} AND subject = ${identity.subject}`.execute(tx)
  await sql`
    UPDATE person SET credentials_changed_at = ${now}, mail_counts_since = ${now} WHERE id = ${userId}`.execute(tx)
}

/** When the factor starts to count; null when it already does. With `since` null it is as old as the
 * account, and counts from the start. */
export function countsFrom(since: Date | null, now: Date): Date | null {
  if (since === null) return null
  const from = new Date(since.getTime() + YOUNG_FACTOR_MS)
  return from <= now ? null : from
}

export function changedRecently({ credentialsChangedAt }: { credentialsChangedAt: Date | null }, now: Date): boolean {
  return credentialsChangedAt !== null && countsFrom(credentialsChangedAt, now) !== null
}
