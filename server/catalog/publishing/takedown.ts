/** Hides artists, podcasts, tracks and episodes with all their content, and restores them. Nothing is deleted.
 * Permissions, reasons and the owner's money are handled in server/admin. */
import { sql } from 'kysely'
import { exists } from '#server/catalog/content/visibility.ts'
import { artworkFiles } from '#server/media/pictures/artwork.ts'
import { selectFilesOf } from '#server/catalog/imagery/photograph-queries.ts'
import { filesOf } from '#server/catalog/imagery/photographs.ts'
import { audioFiles } from '#server/media/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type TakedownTarget = {
  contentId: string
  contentType: 'artist' | 'podcast' | 'track' | 'episode'
  title: string
  ownerId: string
  isTakenDown: boolean
  /** Albums and tracks of an artist; episodes of a podcast; the track or episode itself. */
  albumCount: number
  audioCount: number
}

/** Those of the ids that are not deleted. An album is all its tracks. */
export async function findTakedownTargets(tx: Tx, contentIds: readonly string[]): Promise<TakedownTarget[]> {
  const { rows } = await sql<TakedownTarget>`
    SELECT ar.id AS "contentId", 'artist' AS "contentType", ar.name AS title, ar.user_id AS "ownerId",
      ar.taken_down_at IS NOT NULL AS "isTakenDown",
      (SELECT count(*)::int FROM album al WHERE al.artist_id = ar.id AND al.deleted_at IS NULL) AS "albumCount",
      (SELECT count(*)::int FROM track t JOIN album al ON al.id = t.album_id
        WHERE al.artist_id = ar.id AND t.deleted_at IS NULL AND al.deleted_at IS NULL) AS "audioCount"
    FROM artist ar WHERE ar.id = ANY(${contentIds}::uuid[]) AND ar.deleted_at IS NULL
    UNION ALL
    SELECT p.id, 'podcast', p.name, p.user_id, p.taken_down_at IS NOT NULL, 0,
      (SELECT count(*)::int FROM episode e WHERE e.podcast_id = p.id AND e.deleted_at IS NULL)
    FROM podcast p WHERE p.id = ANY(${contentIds}::uuid[]) AND p.deleted_at IS NULL
    UNION ALL
    SELECT t.id, 'track', t.title, ar.user_id, t.taken_down_at IS NOT NULL, 0, 1
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE (t.id = ANY(${contentIds}::uuid[]) OR al.id = ANY(${contentIds}::uuid[])) AND ${exists.track}
    UNION ALL
    SELECT e.id, 'episode', e.title, p.user_id, e.taken_down_at IS NOT NULL, 0, 1
    FROM episode e JOIN podcast p ON p.id = e.podcast_id WHERE e.id = ANY(${contentIds}::uuid[]) AND ${exists.episode}
    ORDER BY 3, 1`.execute(tx)
  return rows
}

/** A date hides them from then on; null restores them. */
export async function setTakenDown(tx: Tx, contentIds: readonly string[], at: Date | null): Promise<void> {
  await sql`UPDATE artist SET taken_down_at = ${at} WHERE id = ANY(${contentIds}::uuid[])`.execute(tx)
  await sql`UPDATE podcast SET taken_down_at = ${at} WHERE id = ANY(${contentIds}::uuid[])`.execute(tx)
  await sql`UPDATE track SET taken_down_at = ${at} WHERE id = ANY(${contentIds}::uuid[])`.execute(tx)
  await sql`UPDATE episode SET taken_down_at = ${at} WHERE id = ANY(${contentIds}::uuid[])`.execute(tx)
}

/** The public files of these contents and all that is in them: audio, and images in all sizes. Of an artist or podcast without
 * the audio that was taken down separately. */
export async function listPublicFiles(tx: Tx, contentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ artwork_key: string | null; live_key: string | null }>`
    SELECT artwork_key, NULL AS live_key FROM artist WHERE id = ANY(${contentIds}::uuid[])
    UNION ALL SELECT artwork_key, NULL FROM album WHERE artist_id = ANY(${contentIds}::uuid[])
    UNION ALL SELECT NULL, t.live_key FROM track t JOIN album al ON al.id = t.album_id
      WHERE al.artist_id = ANY(${contentIds}::uuid[]) AND t.taken_down_at IS NULL OR t.id = ANY(${contentIds}::uuid[])
    UNION ALL SELECT artwork_key, NULL FROM podcast WHERE id = ANY(${contentIds}::uuid[])
    UNION ALL SELECT NULL, live_key FROM episode
      WHERE podcast_id = ANY(${contentIds}::uuid[]) AND taken_down_at IS NULL OR id = ANY(${contentIds}::uuid[])
    UNION ALL SELECT picture.artwork_key, NULL FROM content_picture picture
      JOIN track t ON t.id = picture.content_id JOIN album al ON al.id = t.album_id
      WHERE al.artist_id = ANY(${contentIds}::uuid[])
    UNION ALL SELECT picture.artwork_key, NULL FROM content_picture picture
      JOIN episode e ON e.id = picture.content_id WHERE e.podcast_id = ANY(${contentIds}::uuid[])`.execute(tx)
  const photographs = filesOf(await selectFilesOf(tx, contentIds))
  return rows
    .flatMap((row) => [
      ...(row.artwork_key === null ? [] : artworkFiles(row.artwork_key)),
      ...(row.live_key === null ? [] : audioFiles(row.live_key)),
    ])
    .concat(photographs)
}

/** The artists and podcasts of a user that are not deleted. */
export async function listOwnedNames(
  tx: Tx,
  ownerId: string,
): Promise<{ id: string; type: 'artist' | 'podcast'; name: string }[]> {
  const { rows } = await sql<{ id: string; type: 'artist' | 'podcast'; name: string }>`
    SELECT id, 'artist' AS type, name FROM artist WHERE user_id = ${ownerId} AND deleted_at IS NULL
    UNION ALL SELECT id, 'podcast', name FROM podcast WHERE user_id = ${ownerId} AND deleted_at IS NULL
    ORDER BY name LIMIT 200`.execute(tx)
  return rows
}

/** The uploads that these tracks, episodes and albums play. */
export async function listAssets(tx: Tx, contentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ asset_id: string | null }>`
    SELECT asset_id FROM track
      WHERE asset_id IS NOT NULL AND (id = ANY(${contentIds}::uuid[]) OR album_id = ANY(${contentIds}::uuid[]))
    UNION SELECT asset_id FROM episode WHERE asset_id IS NOT NULL AND id = ANY(${contentIds}::uuid[])`.execute(tx)
  return rows.flatMap(({ asset_id: assetId }) => assetId ?? [])
}

/** The tracks and episodes that play these uploads. */
export async function listContentOfAssets(tx: Tx, assetIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM track WHERE asset_id = ANY(${assetIds}::uuid[])
    UNION SELECT id FROM episode WHERE asset_id = ANY(${assetIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
