/** Which release a content belongs to, as a piece of SQL for figures: the album of a track, the podcast of an episode, and of
 * anything else itself. Not who may see it. */
import { type RawBuilder, sql } from 'kysely'

/** `contentId` is the column that holds the content; the pieces belong into one query. */
export function releaseOf(contentId: string): { joins: RawBuilder<unknown>; releaseId: RawBuilder<string> } {
  const id = sql.ref(contentId)
  return {
    joins: sql`LEFT JOIN track released ON released.id = ${id} LEFT JOIN episode aired ON aired.id = ${id}`,
    releaseId: sql`coalesce(released.album_id, aired.podcast_id, ${id})`,
  }
}
