/** SQL of albums that were never published. */
import { sql } from 'kysely'
import { DRAFTS_MAX } from '#contract/catalog/bulk/drafts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { exists } from '#server/catalog/content/visibility.ts'

export type DraftTrack = {
  id: string
  title: string
  disc: number
  assetId: string | null
  isReady: boolean
  isFailed: boolean
}
export type DraftRow = {
  id: string
  title: string
  artist: string
  artworkKey: string | null
  originalDate: string | null
  isDuplicate: boolean
  hasPrice: boolean
  tracks: DraftTrack[]
}

/** By artist and title. Hidden albums, whose tracks have a date, are no drafts. */
export async function selectDrafts(tx: Tx, userId: string): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    SELECT al.id, al.title, ar.name AS artist, al.artwork_key AS "artworkKey",
      al.original_date AS "originalDate",
      EXISTS (SELECT FROM album other WHERE other.artist_id = al.artist_id AND other.id <> al.id
        AND other.deleted_at IS NULL AND lower(other.title) = lower(al.title)) AS "isDuplicate",
      EXISTS (SELECT FROM download_offer o WHERE o.content_id = al.id AND o.mode <> 'off') AS "hasPrice",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title, 'disc', t.disc, 'assetId', t.asset_id,
          'isReady', t.live_key IS NOT NULL, 'isFailed', t.failure_text IS NOT NULL)
        ORDER BY t.disc, t.position, t.id)
        FROM track t WHERE t.album_id = al.id AND t.deleted_at IS NULL), '[]') AS tracks
    FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE ar.user_id = ${userId} AND al.is_draft AND ${exists.album}
      AND NOT EXISTS (SELECT FROM track t WHERE t.album_id = al.id AND t.deleted_at IS NULL AND t.published_at IS NOT NULL)
    ORDER BY lower(ar.name), lower(al.title), al.id LIMIT ${DRAFTS_MAX}`.execute(tx)
  return rows
}
