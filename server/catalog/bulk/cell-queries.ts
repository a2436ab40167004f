/** SQL of the table of an artist's tracks or a podcast's episodes. */
import { sql } from 'kysely'
import { CELL_ROWS_MAX, type CellField } from '#contract/catalog/bulk/cells.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { exists } from '#server/catalog/content/visibility.ts'
import type { Family } from '#server/catalog/publishing/queries.ts'
import { originalDay } from '#server/catalog/music/release-details.ts'
import { trackJoins, trackOrder } from '#server/catalog/music/track-info.ts'

export type CellRow = { id: string; album: string | null; cells: Partial<Record<CellField, string>> }

/** Album by album, the newest first. */
export async function selectTrackCells(tx: Tx, artistId: string): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    SELECT t.id, al.title AS album, jsonb_build_object('title', t.title, 'disc', t.disc::text, 'order', t.position::text,
      'isrc', coalesce(t.isrc, ''), 'iswc', coalesce(t.iswc, ''),
      'explicit', CASE WHEN t.is_explicit THEN 'yes' ELSE 'no' END) AS cells
    FROM ${trackJoins} WHERE ar.id = ${artistId} AND ${exists.track}
    ORDER BY ${originalDay} DESC NULLS FIRST, al.id, ${trackOrder} LIMIT ${CELL_ROWS_MAX}`.execute(tx)
  return rows
}

/** The newest first. */
export async function selectEpisodeCells(tx: Tx, podcastId: string): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    SELECT e.id, NULL AS album, jsonb_build_object('title', e.title, 'season', coalesce(e.season::text, ''),
      'number', coalesce(e.number::text, ''), 'kind', e.kind,
      'explicit', CASE WHEN e.is_explicit THEN 'yes' ELSE 'no' END, 'description', coalesce(e.description, '')) AS cells
    FROM episode e JOIN podcast p ON p.id = e.podcast_id WHERE p.id = ${podcastId} AND ${exists.episode}
    ORDER BY e.position DESC, e.id DESC LIMIT ${CELL_ROWS_MAX}`.execute(tx)
  return rows
}

/** Locks the albums or podcasts of these rows, as every change of a track or an episode does, always in the same order. */
export async function lockParentsOf(tx: Tx, { parent, child, link }: Family, ids: readonly string[]): Promise<void> {
  await sql`
    SELECT FROM ${sql.table(parent)} WHERE id IN (
      SELECT ${sql.ref(link)} FROM ${sql.table(child)} WHERE id = ANY(${ids}::uuid[])) ORDER BY id FOR UPDATE`.execute(
    tx,
  )
}
