/** SQL of recording notifications: repeated events are recorded once, and notifications of one kind and subject share
 * one row. Every writer locks users' preferences first and their notifications after, both in the order of ids. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Kind } from './kinds.ts'

export type NewNotification = {
  userId: string
  kind: Kind
  /** Notifications of one kind and subject are combined into one. */
  subject: string
  count: number
  amountMsat: number | null
  actorId: string | null
  /** Set when the actor is not a user. */
  actorName: string | null
  contentId: string | null
  contentType: string | null
  contentTitle: string | null
  comment: string | null
  paymentId: string | null
  address: string | null
  reason: string | null
}
export type RecordedNotification = { id: string; userId: string; kind: Kind; news: number }

/** Records these events as seen; returns those that were new. */
export async function claimEvents(tx: Tx, keys: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    INSERT INTO noted_event (key, at)
    SELECT DISTINCT key, ${now}::timestamptz FROM unnest(${keys}::text[]) told (key) ORDER BY key
    ON CONFLICT DO NOTHING RETURNING key`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

type RaisedFlag = { userId: string; isNews: boolean; isForDigest: boolean }

/** Sets the notification dot, and schedules the next digest for users who have something for it and want one. */
export async function setNotificationFlags(tx: Tx, users: readonly RaisedFlag[], now: Date) {
  await sql`
    INSERT INTO notification_choice AS known (user_id, has_news, revision, digest_due_at)
    SELECT "userId", "isNews", 1, CASE WHEN "isForDigest" THEN ${now}::timestamptz + interval '1 day' END
    FROM jsonb_to_recordset(${JSON.stringify(users)}::jsonb) told ("userId" uuid, "isNews" boolean, "isForDigest" boolean)
    ORDER BY "userId"
    ON CONFLICT (user_id) DO UPDATE SET has_news = known.has_news OR excluded.has_news,
      revision = known.revision + 1,
      digest_due_at = CASE
        WHEN known.digest_due_at IS NOT NULL OR known.email_digest = 'off' THEN known.digest_due_at
        WHEN known.email_digest = 'weekly' THEN excluded.digest_due_at + interval '6 days'
        ELSE excluded.digest_due_at END`.execute(tx)
}

/** Combined notifications show the latest text, if any. Those to be mailed wait for a
 * digest; the rest count as included. */
export async function upsertNotifications(
  tx: Tx,
  notes: readonly (NewNotification & { id: string; isMailed: boolean })[],
  now: Date,
): Promise<RecordedNotification[]> {
  const isNewer = sql`excluded.comment IS NOT NULL OR known.comment IS NULL`
  const { rows } = await sql<RecordedNotification>`
    INSERT INTO notification AS known (id, user_id, kind, subject, count, amount_msat, actor_id, actor_name, content_id,
      content_type, content_title, comment, payment_id, address, reason, noted_at, told_count)
    SELECT id, "userId", kind, subject, count, "amountMsat", "actorId", "actorName", "contentId",
      "contentType", "contentTitle", comment, "paymentId", address, reason, ${now}::timestamptz,
      CASE WHEN "isMailed" THEN 0 ELSE count END
    FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) note (id uuid, "userId" uuid, kind text, subject text,
      count integer, "amountMsat" bigint, "actorId" uuid, "actorName" text, "contentId" uuid, "contentType" text,
      "contentTitle" text, comment text, "paymentId" uuid, address text, reason text, "isMailed" boolean)
    ORDER BY "userId", kind, subject
    ON CONFLICT (user_id, kind, subject) DO UPDATE SET
      count = known.count + excluded.count,
      amount_msat = known.amount_msat + excluded.amount_msat,
      actor_id = CASE WHEN ${isNewer} THEN excluded.actor_id ELSE known.actor_id END,
      actor_name = CASE WHEN ${isNewer} THEN excluded.actor_name ELSE known.actor_name END,
      payment_id = CASE WHEN ${isNewer} THEN excluded.payment_id ELSE known.payment_id END,
      comment = CASE WHEN ${isNewer} THEN excluded.comment ELSE known.comment END,
      noted_at = greatest(known.noted_at, excluded.noted_at),
      read_at = NULL,
      news = known.news + (known.read_at IS NOT NULL)::int,
      told_count = known.told_count + excluded.told_count
    RETURNING id, user_id AS "userId", kind, news`.execute(tx)
  return rows
}

/** Deletes old notifications, and records of events that cannot be redelivered any more.
 * Returns true when there are more. */
export async function deleteOld(tx: Tx, before: { notes: Date; marks: Date }, limit: number): Promise<boolean> {
  const notes = await sql`DELETE FROM notification WHERE id IN (
    SELECT id FROM notification WHERE noted_at < ${before.notes} ORDER BY noted_at LIMIT ${limit})`.execute(tx)
  const marks = await sql`DELETE FROM noted_event WHERE key IN (
    SELECT key FROM noted_event WHERE at < ${before.marks} ORDER BY at LIMIT ${limit})`.execute(tx)
  return [notes, marks].some(({ numAffectedRows }) => numAffectedRows === BigInt(limit))
}

export async function deleteNotifications(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM notification_choice WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM notification_kind_choice WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM notification WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM announcement_read WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM push_subscription WHERE user_id = ${userId}`.execute(tx)
}
