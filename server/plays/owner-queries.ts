/** SQL that moves the plays of content to another owner. Figures that are not of one content stay with the former owner. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export async function setPlaysOwner(
  tx: Tx,
  contentIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isMoved = sql`owner_id = ${from} AND content_id = ANY(${contentIds}::uuid[])`
  // A play reported at the same time may have inserted a row of the other owner: then both are added.
  await sql`
    WITH moved AS (DELETE FROM play_day WHERE ${isMoved} RETURNING day, content_id, plays)
    INSERT INTO play_day AS known (owner_id, day, content_id, plays) SELECT ${to}::uuid, day, content_id, plays FROM moved
    ON CONFLICT (owner_id, day, content_id) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
  await sql`
    WITH moved AS (DELETE FROM play_month WHERE ${isMoved} RETURNING month, content_id, plays)
    INSERT INTO play_month AS known (owner_id, month, content_id, plays)
    SELECT ${to}::uuid, month, content_id, plays FROM moved
    ON CONFLICT (owner_id, month, content_id) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
  await sql`
    WITH moved AS (DELETE FROM play_country_day WHERE ${isMoved} RETURNING day, content_id, country, plays)
    INSERT INTO play_country_day AS known (owner_id, day, content_id, country, plays)
    SELECT ${to}::uuid, day, content_id, country, plays FROM moved
    ON CONFLICT (owner_id, day, content_id, country) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
  await sql`UPDATE play_total SET owner_id = ${to} WHERE ${isMoved}`.execute(tx)
  await sql`UPDATE play SET owner_id = ${to} WHERE NOT is_rolled_up AND ${isMoved}`.execute(tx)
}
