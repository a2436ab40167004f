/** SQL of timed data of tracks and episodes: timed artwork, chapters, and the images uploaded for them. Seconds in the
 * contract are milliseconds here. */
import { sql } from 'kysely'
import { asJson } from '#server/catalog/forms/changes.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type SegmentRow = { startMs: number; durationMs: number; artworkKey: string }

/** Ordered by start time. */
export async function selectSegments(tx: Tx, trackId: string): Promise<SegmentRow[]> {
  const { rows } = await sql<SegmentRow>`
    SELECT start_ms AS "startMs", duration_ms AS "durationMs", artwork_key AS "artworkKey" FROM artwork_segment
    WHERE track_id = ${trackId} ORDER BY start_ms`.execute(tx)
  return rows
}

export async function replaceSegments(tx: Tx, trackId: string, segments: readonly SegmentRow[]): Promise<void> {
  await sql`DELETE FROM artwork_segment WHERE track_id = ${trackId}`.execute(tx)
  if (segments.length === 0) return
  const rows = segments.map((one) => sql`(${trackId}, ${one.startMs}, ${one.durationMs}, ${one.artworkKey})`)
  await sql`
    INSERT INTO artwork_segment (track_id, start_ms, duration_ms, artwork_key) VALUES ${sql.join(rows)}`.execute(tx)
}

export type ChapterRow = { startMs: number; title: string; href: string | null; artworkKey: string | null }

/** Ordered by start time. */
export async function selectChapters(tx: Tx, episodeId: string): Promise<ChapterRow[]> {
  const { rows } = await sql<ChapterRow>`
    SELECT start_ms AS "startMs", title, href, artwork_key AS "artworkKey" FROM chapter
    WHERE episode_id = ${episodeId} ORDER BY start_ms`.execute(tx)
  return rows
}

export async function replaceChapters(tx: Tx, episodeId: string, chapters: readonly ChapterRow[]): Promise<void> {
  await sql`DELETE FROM chapter WHERE episode_id = ${episodeId}`.execute(tx)
  if (chapters.length === 0) return
  const rows = chapters.map((one) => sql`(${episodeId}, ${one.startMs}, ${one.title}, ${one.href}, ${one.artworkKey})`)
  await sql`INSERT INTO chapter (episode_id, start_ms, title, href, artwork_key) VALUES ${sql.join(rows)}`.execute(tx)
}

export type ImageRow = { id: string; contentId: string; artworkKey: string; colors: object | null; now: Date }

export async function insertContentImage(tx: Tx, { id, contentId, artworkKey, colors, now }: ImageRow): Promise<void> {
  await sql`
    INSERT INTO content_picture (id, content_id, artwork_key, color_info, created_at)
    VALUES (${id}, ${contentId}, ${artworkKey}, ${asJson(colors)}, ${now})`.execute(tx)
}

export async function selectImageKeys(tx: Tx, contentId: string): Promise<string[]> {
  const { rows } = await sql<{ artwork_key: string }>`
    SELECT artwork_key FROM content_picture WHERE content_id = ${contentId}`.execute(tx)
  return rows.map((row) => row.artwork_key)
}

export async function findImageColors(tx: Tx, artworkKey: string): Promise<object | null> {
  const { rows } = await sql<{ color_info: object | null }>`
    SELECT color_info FROM content_picture WHERE artwork_key = ${artworkKey}`.execute(tx)
  return rows[0]?.color_info ?? null
}
