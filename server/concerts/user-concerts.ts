/** What is stored about a user's events, for the export and the deletion of the account. */
import { sql } from 'kysely'
import { topics } from '#server/events.ts'
import { artworkFiles } from '#server/media/pictures/artwork.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'

export async function exportConcerts(tx: Tx, userId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    description: string | null
    place: string
    city: string
    beginsAt: Date
    endsAt: Date
    timeZone: string
    isDraft: boolean
    createdAt: Date
  }>`
    SELECT id, name, description, place, city, begins_at AS "beginsAt", ends_at AS "endsAt", time_zone AS "timeZone",
      is_draft AS "isDraft", created_at AS "createdAt"
    FROM concert WHERE owner_id = ${userId} AND deleted_at IS NULL ORDER BY created_at`.execute(tx)
  return rows
}

/** An account with money in an event cannot be deleted, so these events have no paid tickets. */
export async function deleteConcertsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`DELETE FROM concert_helper WHERE user_id = ${userId}`.execute(tx)
  const { rows } = await sql<{ artwork_key: string | null }>`
    UPDATE concert SET deleted_at = ${now} WHERE owner_id = ${userId} AND deleted_at IS NULL
    RETURNING artwork_key`.execute(tx)
  for (const { artwork_key: key } of rows) {
    if (key !== null) await publish(tx, topics.filesDropped, key, { keys: artworkFiles(key) })
  }
}
