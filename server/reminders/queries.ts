/** SQL of reminders. k is a concert, t a ticket. */
import { sql } from 'kysely'
import { publicArtist } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type DueReminder = { concertId: string; userId: string; ticketCount: number }

const DAY = sql`interval '24 hours'`

/** Records reminders as sent, soonest events first, and returns them; of two servers, only one gets each. A ticket that its
 * holder got less than a day before the event needs none. */
export async function claimReminders(tx: Tx, now: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    WITH due AS (
      SELECT k.id, k.begins_at, t.holder_id, count(*)::int AS ticket_count
      FROM concert k JOIN artist ar ON ar.id = k.artist_id JOIN ticket t ON t.concert_id = k.id
      WHERE k.deleted_at IS NULL AND NOT k.is_draft AND k.cancelled_at IS NULL AND ${publicArtist}
        AND k.begins_at > ${now} AND k.begins_at <= ${now}::timestamptz + ${DAY}
        AND t.holder_id IS NOT NULL AND t.state = 'valid' AND t.used_at IS NULL
        AND coalesce(t.held_since, t.created_at) <= k.begins_at - ${DAY}
        AND NOT EXISTS (SELECT FROM ticket_reminder known
          WHERE known.concert_id = k.id AND known.user_id = t.holder_id AND known.begins_at > k.begins_at - ${DAY})
      GROUP BY k.id, k.begins_at, t.holder_id
      ORDER BY k.begins_at, k.id, t.holder_id LIMIT ${limit}
    ), claimed AS (
      INSERT INTO ticket_reminder AS known (concert_id, user_id, begins_at)
      SELECT id, holder_id, begins_at FROM due ORDER BY id, holder_id
      ON CONFLICT (concert_id, user_id) DO UPDATE SET begins_at = excluded.begins_at
        WHERE known.begins_at <= excluded.begins_at - ${DAY}
      RETURNING concert_id, user_id
    )
    SELECT concert_id AS "concertId", user_id AS "userId", ticket_count AS "ticketCount"
    FROM claimed JOIN due ON due.id = concert_id AND holder_id = user_id`.execute(tx)
  return rows
}

/** For the user's data export. */
export async function exportReminders(tx: Tx, userId: string) {
  const { rows } = await sql<{ concertId: string; beginsAt: Date }>`
    SELECT concert_id AS "concertId", begins_at AS "beginsAt" FROM ticket_reminder
    WHERE user_id = ${userId} ORDER BY begins_at`.execute(tx)
  return rows
}

export async function deleteReminders(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM ticket_reminder WHERE user_id = ${userId}`.execute(tx)
}
