/** SQL of the digest: users who are due, notifications that no digest has included yet, and the chosen frequency. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Kind } from './kinds.ts'
import type { EmailDigest } from './queries.ts'

export type Due = { userId: string; emailDigest: Exclude<EmailDigest, 'off'> }

export const dueDigests = (now: Date) => sql`notification_choice WHERE digest_due_at <= ${now}`

/** Claims users whose digest is due; no other server gets the same ones. The next one is due only
 * after something new happens. */
export async function claimDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    UPDATE notification_choice SET digest_due_at = NULL
    WHERE user_id IN (
      SELECT user_id FROM ${dueDigests(now)}
      ORDER BY digest_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING user_id AS "userId", email_digest AS "emailDigest"`.execute(tx)
  return rows
}

/** Notifications of one kind about one content. */
export type UnsentNotification = {
  userId: string
  kind: Kind
  contentId: string | null
  contentTitle: string | null
  count: number
  amountMsat: bigint
}

/** Notifications of these users that no digest has included yet, the largest amounts first; marks them as included. */
export async function claimUnsent(tx: Tx, userIds: readonly string[]): Promise<UnsentNotification[]> {
  const { rows } = await sql<UnsentNotification>`
    WITH untold AS (
      SELECT id, user_id, kind, content_id, content_title, count - told_count AS count,
        coalesce(amount_msat, 0) - told_msat AS msat
      FROM notification WHERE user_id = ANY(${userIds}::uuid[]) AND told_count < count ORDER BY id FOR UPDATE
    ), told AS (
      UPDATE notification n SET told_count = n.count, told_msat = coalesce(n.amount_msat, 0)
      FROM untold WHERE n.id = untold.id
    )
    SELECT user_id AS "userId", kind, content_id AS "contentId", max(content_title) AS "contentTitle",
      sum(count)::int AS count, sum(msat)::bigint AS "amountMsat"
    FROM untold GROUP BY user_id, kind, content_id ORDER BY sum(msat) DESC, sum(count) DESC, content_id`.execute(tx)
  return rows
}

/** A pending digest is rescheduled to the new frequency. When digests are turned on again, older
 * notifications are not included. */
export async function setEmailDigest(tx: Tx, userId: string, emailDigest: EmailDigest): Promise<void> {
  await sql`INSERT INTO notification_choice (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<{ email_digest: EmailDigest }>`
    SELECT email_digest FROM notification_choice WHERE user_id = ${userId} FOR UPDATE`.execute(tx)
  const before = rows[0]?.email_digest
  if (before === emailDigest) return
  const shiftDays = emailDigest === 'weekly' ? 6 : -6
  await sql`
    UPDATE notification_choice SET email_digest = ${emailDigest}, revision = revision + 1,
      digest_due_at = CASE WHEN ${emailDigest !== 'off'} THEN digest_due_at + make_interval(days => ${shiftDays}) END
    WHERE user_id = ${userId}`.execute(tx)
  if (before === 'off') await claimUnsent(tx, [userId])
}
