/** SQL of the list of notifications, of what was read, and of notification preferences. */
import { sql } from 'kysely'
import type { TimeCursor } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Kind } from './kinds.ts'

export type NotificationRow = {
  id: string
  user_id: string
  kind: Kind
  subject: string
  count: number
  amount_msat: bigint | null
  actor_id: string | null
  actor_name: string | null
  content_id: string | null
  content_type: string | null
  content_title: string | null
  comment: string | null
  payment_id: string | null
  address: string | null
  reason: string | null
  noted_at: Date
  read_at: Date | null
}

const columns = sql`id, user_id, kind, subject, count, amount_msat, actor_id, actor_name, content_id, content_type, content_title,
  comment, payment_id, address, reason, noted_at, read_at`

export async function selectNotifications(
  tx: Tx,
  userId: string,
  before: TimeCursor | null,
  limit: number,
  hidden: readonly Kind[] = [],
): Promise<NotificationRow[]> {
  const older = before === null ? sql`` : sql`AND (noted_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notification WHERE user_id = ${userId} AND kind <> ALL(${hidden}::text[]) ${older}
    ORDER BY noted_at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function selectNotification(tx: Tx, notificationId: string): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notification WHERE id = ${notificationId}`.execute(tx)
  return rows[0]
}

export type EmailDigest = 'off' | 'daily' | 'weekly'
export type Choice = {
  hasNews: boolean
  lookedAt: Date | null
  readAllAt: Date | null
  revision: bigint
  emailDigest: EmailDigest
  showsAnnouncements: boolean
}
const NO_CHOICE: Choice = {
  hasNews: false,
  lookedAt: null,
  readAllAt: null,
  revision: 0n,
  emailDigest: 'daily',
  showsAnnouncements: true,
}

export async function readChoice(tx: Tx, userId: string): Promise<Choice> {
  const { rows } = await sql<Choice>`
    SELECT has_news AS "hasNews", looked_at AS "lookedAt", read_all_at AS "readAllAt", revision,
      email_digest AS "emailDigest",
      NOT EXISTS (SELECT FROM notification_kind_choice kind_choice WHERE kind_choice.user_id = notification_choice.user_id
        AND kind = 'announcement' AND NOT is_shown) AS "showsAnnouncements"
    FROM notification_choice WHERE user_id = ${userId}`.execute(tx)
  return rows[0] ?? NO_CHOICE
}

/** Clears the notification dot. */
export async function clearUnread(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO notification_choice AS known (user_id, looked_at, revision) VALUES (${userId}, ${now}, 1)
    ON CONFLICT (user_id) DO UPDATE
    SET has_news = FALSE, looked_at = excluded.looked_at, revision = known.revision + 1`.execute(tx)
}

/** Call before marking anything as read, to keep the locking order of record-queries.ts. */
export async function touchChoice(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE notification_choice SET revision = revision + 1 WHERE user_id = ${userId}`.execute(tx)
}

export async function markRead(tx: Tx, userId: string, ids: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE notification SET read_at = ${now}
    WHERE user_id = ${userId} AND id = ANY(${ids}::uuid[]) AND read_at IS NULL`.execute(tx)
  await sql`
    INSERT INTO announcement_read (user_id, announcement_id)
    SELECT ${userId}, id FROM announcement WHERE id = ANY(${ids}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx)
}

export async function markAllRead(tx: Tx, userId: string, now: Date): Promise<void> {
  await clearUnread(tx, userId, now)
  await sql`UPDATE notification_choice SET read_all_at = ${now} WHERE user_id = ${userId}`.execute(tx)
  await sql`UPDATE notification SET read_at = ${now} WHERE user_id = ${userId} AND read_at IS NULL`.execute(tx)
  await sql`DELETE FROM announcement_read WHERE user_id = ${userId}`.execute(tx)
}

export async function selectReadAnnouncements(tx: Tx, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ announcement_id: string }>`
    SELECT announcement_id FROM announcement_read
    WHERE user_id = ${userId} AND announcement_id = ANY(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.announcement_id))
}
