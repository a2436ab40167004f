/** SQL for statistics: the release that content belongs to. For a track that is its album, for an episode its podcast,
 * and otherwise the content itself. Does not check visibility. */
import { type RawBuilder, sql } from 'kysely'

/** `contentId` is the column with the content's id; use both fragments in the same query. */
export function releaseOf(contentId: string): { joins: RawBuilder<unknown>; releaseId: RawBuilder<string> } {
  const id = sql.ref(contentId)
  return {
    joins: sql`LEFT JOIN track released ON released.id = ${id} LEFT JOIN episode aired ON aired.id = ${id}`,
    releaseId: sql`coalesce(released.album_id, aired.podcast_id, ${id})`,
  }
}
