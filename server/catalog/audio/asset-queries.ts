/** SQL that copies the results of processing from a media asset to its track or episode. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Family } from '#server/catalog/publishing/queries.ts'

export type AssetOwner = {
  kind: 'track' | 'episode'
  id: string
  parent_id: string
  is_draft: boolean
  /** The audio that plays until the new one is ready. */
  live_key: string | null
}

export async function findByAsset(tx: Tx, assetId: string): Promise<AssetOwner | undefined> {
  const { rows } = await sql<AssetOwner>`
    SELECT 'track' AS kind, id, album_id AS parent_id, is_draft, live_key FROM track
    WHERE deleted_at IS NULL AND asset_id = ${assetId}
    UNION ALL
    SELECT 'episode', id, podcast_id, is_draft, live_key FROM episode
    WHERE deleted_at IS NULL AND asset_id = ${assetId}`.execute(tx)
  return rows[0]
}

export type Sound = { liveKey: string; durationMs: number | null; now: Date }

/** A child that is to be published and has no date yet is published now, or with its parent if that is later. */
export async function finishChild(
  tx: Tx,
  family: Family,
  id: string,
  { liveKey, durationMs, now }: Sound,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(family.child)} AS child SET live_key = ${liveKey}, duration_ms = ${durationMs},
      processing_state = 'finished', failure_code = NULL, failure_text = NULL, updated_at = ${now},
      published_at = CASE WHEN NOT child.is_draft AND child.published_at IS NULL
        THEN greatest(parent.published_at, ${now}::timestamptz) ELSE child.published_at END
    FROM ${sql.table(family.parent)} AS parent
    WHERE child.id = ${id} AND parent.id = child.${sql.ref(family.link)}`.execute(tx)
}

type Failure = { code: string | null; text: string }

export async function failChild(tx: Tx, assetId: string, { code, text }: Failure, now: Date): Promise<void> {
  for (const table of ['track', 'episode'] as const) {
    await sql`
      UPDATE ${sql.table(table)} SET processing_state = 'failed', failure_code = ${code}, failure_text = ${text},
        updated_at = ${now}
      WHERE asset_id = ${assetId} AND processing_state = 'waiting'`.execute(tx)
  }
}

export type Shape = { peaks: Uint8Array; loudnessLufs: number | null; truePeakDb: number | null }

export async function upsertShape(tx: Tx, contentId: string, shape: Shape): Promise<void> {
  await sql`
    INSERT INTO waveform (content_id, peaks, loudness_lufs, true_peak_db)
    VALUES (${contentId}, ${Buffer.from(shape.peaks)}, ${shape.loudnessLufs}, ${shape.truePeakDb})
    ON CONFLICT (content_id) DO UPDATE SET peaks = excluded.peaks, loudness_lufs = excluded.loudness_lufs,
      true_peak_db = excluded.true_peak_db`.execute(tx)
}
