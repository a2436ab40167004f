/** SQL of the colours in which photographs are printed: those of the artist's or album's own artwork. */
import { sql } from 'kysely'
import type { FloodColors } from '#server/media/pictures/flood.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Of an artist without artwork: of the artwork of the newest release that has some. Null when there is none. */
export async function readColorsOf(tx: Tx, contentId: string): Promise<FloodColors | null> {
  const { rows } = await sql<{ color_info: FloodColors }>`
    SELECT color_info FROM (
      SELECT color_info, 1 AS rank, NULL::timestamptz AS made FROM artist WHERE id = ${contentId}
      UNION ALL SELECT color_info, 1, NULL FROM album WHERE id = ${contentId}
      UNION ALL SELECT color_info, 2, created_at FROM album WHERE artist_id = ${contentId} AND deleted_at IS NULL
    ) known WHERE color_info IS NOT NULL ORDER BY rank, made DESC LIMIT 1`.execute(tx)
  return rows[0]?.color_info ?? null
}
