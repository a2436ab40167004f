/** SQL of the weekly notification of followed genres. */
import { sql } from 'kysely'
import { isNews } from '#server/catalog/music/release-details.ts'
import { hasPublicTrack, publicAlbum } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** What appeared for one user: how many releases, and the newest. */
export type GenreNews = { userId: string; count: number; albumId: string; title: string; artistName: string }

/** Marks what was published until then as notified, for users to whom that is new; returns those users. All rows of a
 * user are claimed together, so that no user is notified twice. */
export async function claimDueFollows(tx: Tx, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    WITH due AS (
      SELECT user_id, genre_id FROM followed_genre
      WHERE coalesce(news_until, followed_at) < ${until} AND user_id IN (
        SELECT DISTINCT user_id FROM followed_genre WHERE coalesce(news_until, followed_at) < ${until}
        ORDER BY user_id LIMIT ${limit})
      ORDER BY user_id, genre_id FOR UPDATE),
    claimed AS (
      UPDATE followed_genre g SET news_until = ${until}
      FROM due WHERE g.user_id = due.user_id AND g.genre_id = due.genre_id RETURNING g.user_id)
    SELECT DISTINCT user_id FROM claimed`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Without releases of artists that the user follows or owns, and of the time before the user followed the genre. */
export async function selectGenreNews(
  tx: Tx,
  { userIds, since, until, now }: { userIds: readonly string[]; since: Date; until: Date; now: Date },
): Promise<GenreNews[]> {
  const { rows } = await sql<GenreNews>`
    SELECT DISTINCT ON (g.user_id) g.user_id AS "userId",
      count(*) OVER (PARTITION BY g.user_id)::int AS count, al.id AS "albumId", al.title, ar.name AS "artistName"
    FROM followed_genre g JOIN album al ON al.genre_id = g.genre_id JOIN artist ar ON ar.id = al.artist_id
    WHERE g.user_id = ANY(${userIds}::uuid[]) AND al.published_at >= greatest(${since}, g.followed_at)
      AND al.published_at < ${until} AND ${isNews} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      AND ar.user_id <> g.user_id AND NOT EXISTS (
        SELECT FROM library_item li WHERE li.user_id = g.user_id AND li.content_id = ar.id)
    ORDER BY g.user_id, al.published_at DESC, al.id DESC`.execute(tx)
  return rows
}
