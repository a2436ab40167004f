/** SQL of offers, and what their owner sees of them. */
import { sql } from 'kysely'
import type { DownloadFormat, DownloadMode } from '#contract/catalog/downloads.ts'
import type * as z from 'zod/mini'
import { publicTrack, trackTakenDown } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Offer = {
  mode: z.output<typeof DownloadMode>
  /** Of a price in cents: what it was worth when it was set. */
  min_msat: bigint
  min_cents: number | null
}

const NOTHING: Offer = { mode: 'off', min_msat: 0n, min_cents: null }

export async function selectOffer(tx: Tx, contentId: string): Promise<Offer> {
  const { rows } = await sql<Offer>`
    SELECT mode, min_msat, min_cents FROM download_offer WHERE content_id = ${contentId}`.execute(tx)
  return rows[0] ?? NOTHING
}

export type StoredOffer = Offer & { content_id: string }

/** Those of these contents that have one, for the archive of an account. */
export async function selectOffers(tx: Tx, contentIds: readonly string[]): Promise<StoredOffer[]> {
  const { rows } = await sql<StoredOffer>`
    SELECT content_id, mode, min_msat, min_cents FROM download_offer
    WHERE content_id = ANY(${contentIds}::uuid[]) ORDER BY content_id`.execute(tx)
  return rows
}

export async function upsertOffer(tx: Tx, contentId: string, offer: Offer, now: Date): Promise<void> {
  await sql`
    INSERT INTO download_offer (content_id, mode, min_msat, min_cents, updated_at)
    VALUES (${contentId}, ${offer.mode}, ${offer.min_msat}, ${offer.min_cents}, ${now})
    ON CONFLICT (content_id) DO UPDATE SET mode = excluded.mode, min_msat = excluded.min_msat,
      min_cents = excluded.min_cents, updated_at = excluded.updated_at`.execute(tx)
}

/** The formats that a content has files in, leaving out tracks that are deleted or taken down. With a date, only those of tracks
 * that are public then. */
export async function selectFormats(tx: Tx, contentId: string, publicAt?: Date): Promise<DownloadFormat[]> {
  const isGiven = publicAt === undefined ? sql`t.deleted_at IS NULL AND NOT ${trackTakenDown}` : publicTrack(publicAt)
  const { rows } = await sql<{ format: DownloadFormat }>`
    SELECT DISTINCT file.format FROM download_file file JOIN track t ON t.id = file.track_id
    JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE (t.id = ${contentId} OR al.id = ${contentId}) AND ${isGiven}`.execute(tx)
  return rows.map(({ format }) => format)
}

/** Whether each public track of a content has files. */
export async function hasAllFiles(tx: Tx, contentId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE (t.id = ${contentId} OR al.id = ${contentId}) AND ${publicTrack(now)}
      AND NOT EXISTS (SELECT FROM download_file WHERE track_id = t.id) LIMIT 1`.execute(tx)
  return rows.length === 0
}

export type OfferFigures = {
  track_count: number
  ready_count: number
  failed_count: number
  progress: number
  sold_count: number
  code_count: number
  used_code_count: number
}

export async function selectFigures(tx: Tx, contentId: string): Promise<OfferFigures> {
  const { rows } = await sql<OfferFigures>`
    SELECT files.track_count, files.ready_count, files.failed_count, files.progress,
      (SELECT count(*)::int FROM download_right
        WHERE content_id = ${contentId} AND source = 'purchase') AS sold_count,
      (SELECT count(*)::int FROM download_code WHERE content_id = ${contentId}) AS code_count,
      (SELECT count(used_at)::int FROM download_code WHERE content_id = ${contentId}) AS used_code_count
    FROM (
      SELECT count(*)::int AS track_count, count(*) FILTER (WHERE made.made_at IS NOT NULL)::int AS ready_count,
        count(*) FILTER (WHERE made.state = 'failed')::int AS failed_count,
        coalesce(avg(CASE WHEN made.state IN ('finished', 'failed') THEN 1 ELSE made.progress END), 0)::float8 AS progress
      FROM download_track made JOIN track t ON t.id = made.track_id
      WHERE (t.id = ${contentId} OR t.album_id = ${contentId}) AND t.deleted_at IS NULL) files`.execute(tx)
  return rows[0]!
}
