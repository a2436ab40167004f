/** SQL of editors' lists. */
import { sql } from 'kysely'
import type { MoodName } from '#contract/listening/smart-rules.ts'
import { trackJoins } from '#server/catalog/music/track-info.ts'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type ListedRow = { mood: string; playlist_id: string }

/** A list fits a genre when at least this share of its tracks is of it. */
const GENRE_SHARE = 0.4

/** Public lists, in order. */
export async function selectListed(
  tx: Tx,
  { mood, genreId, now, limit }: { mood: MoodName | null; genreId: number | null; now: Date; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    SELECT ed.mood, ed.playlist_id FROM editorial_list ed JOIN playlist pl ON pl.id = ed.playlist_id
    WHERE pl.visibility = 'public' AND (${mood}::text IS NULL OR ed.mood = ${mood})
      AND (${genreId}::int IS NULL OR (
        SELECT count(*) FILTER (WHERE al.genre_id = ${genreId}) >= ${GENRE_SHARE}::float8 * count(*) AND count(*) > 0
        FROM playlist_entry pe JOIN (${trackJoins}) ON t.id = pe.track_id
        WHERE pe.playlist_id = pl.id AND ${publicTrack(now)}))
    ORDER BY ed.mood, ed.position, ed.playlist_id LIMIT ${limit}`.execute(tx)
  return rows
}

export async function filterPublicPlaylists(tx: Tx, playlistIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT pl.id FROM playlist pl WHERE pl.id = ANY(${playlistIds}::uuid[]) AND pl.visibility = 'public'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function replaceListed(tx: Tx, mood: MoodName, playlistIds: readonly string[], now: Date): Promise<void> {
  await sql`DELETE FROM editorial_list WHERE mood = ${mood}`.execute(tx)
  await sql`
    INSERT INTO editorial_list (mood, playlist_id, position, listed_at)
    SELECT ${mood}, chosen.id, chosen.place, ${now}
    FROM unnest(${playlistIds}::uuid[]) WITH ORDINALITY chosen (id, place)`.execute(tx)
}

export async function selectPublicByTitle(tx: Tx, titles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT pl.id FROM playlist pl WHERE pl.title = ANY(${titles}::text[]) AND pl.visibility = 'public'
    ORDER BY array_position(${titles}::text[], pl.title), pl.id`.execute(tx)
  return rows.map(({ id }) => id)
}
