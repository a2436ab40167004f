/** SQL of rights to download, and of the files that they give. */
import { sql } from 'kysely'
import type { DownloadFormat } from '#contract/catalog/downloads.ts'
import { publicTrack, trackTakenDown } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type RightRow = {
  id: string
  content_id: string
  source: 'purchase' | 'code' | 'free'
  user_id: string | null
  created_at: Date
}

/** False when the user has collected the same before. */
export async function insertRight(tx: Tx, right: RightRow): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO download_right (id, content_id, source, user_id, created_at)
    VALUES (${right.id}, ${right.content_id}, ${right.source}, ${right.user_id}, ${right.created_at})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function selectRight(tx: Tx, id: string): Promise<RightRow | undefined> {
  const { rows } = await sql<RightRow>`
    SELECT id, content_id, source, user_id, created_at FROM download_right WHERE id = ${id}`.execute(tx)
  return rows[0]
}

/** The oldest right of this user to the content, or to the album that it is on. */
export async function selectRightOf(tx: Tx, userId: string, contentId: string): Promise<RightRow | undefined> {
  const { rows } = await sql<RightRow>`
    SELECT id, content_id, source, user_id, created_at FROM download_right
    WHERE user_id = ${userId}
      AND content_id IN (SELECT ${contentId}::uuid UNION SELECT album_id FROM track WHERE id = ${contentId})
    ORDER BY created_at, id LIMIT 1`.execute(tx)
  return rows[0]
}

/** False when it is in the collection of a user already. */
export async function claimRight(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE download_right SET user_id = ${userId} WHERE id = ${id} AND user_id IS NULL RETURNING id`.execute(tx)
  return rows.length > 0
}

export type CollectedRow = Pick<RightRow, 'content_id' | 'source' | 'created_at'>

/** One row for each content, newest first. */
export async function selectCollection(
  tx: Tx,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CollectedRow[]; total: number }> {
  const { rows } = await sql<CollectedRow & { total: number }>`
    SELECT content_id, source, created_at, count(*) OVER ()::int AS total
    FROM (SELECT DISTINCT ON (content_id) content_id, source, created_at, id FROM download_right
      WHERE user_id = ${userId} ORDER BY content_id, created_at, id) collected
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** What gives the user this content, as a page of the collection. */
export async function selectCollected(tx: Tx, userId: string, contentId: string) {
  const right = await selectRightOf(tx, userId, contentId)
  const rows: CollectedRow[] = right === undefined ? [] : [right]
  return { rows, total: rows.length }
}

export type FileRow = {
  track_id: string
  title: string
  disc: number
  /** '' for none. */
  disc_title: string
  has_discs: boolean
  position: number
  format: DownloadFormat
  file_key: string
  bytes: bigint
  crc32: bigint
  made_at: Date
}

/** Of what was public and was withdrawn or deleted after the right to it began. What is taken down is given to nobody. */
const wasPublic = (since: Date | null, now: Date) => sql`(t.published_at <= ${now}
  AND NOT ${trackTakenDown}
  AND greatest(t.updated_at, al.updated_at, t.deleted_at, al.deleted_at, ar.deleted_at) > ${since}::timestamptz)`

/** The files of a track, or of the tracks of an album, in their order: of what is public, and of what was public before the right
 * to it began. Without a right, `since` is null. */
export async function selectFiles(
  tx: Tx,
  contentId: string,
  { since, now }: { since: Date | null; now: Date },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    SELECT file.track_id, t.title, t.disc, coalesce(al.disc_titles[t.disc], '') AS disc_title,
      EXISTS (SELECT FROM track other WHERE other.album_id = al.id AND other.disc > 1 AND other.deleted_at IS NULL)
        AS has_discs, t.position, file.format, file.file_key, file.bytes, file.crc32, file.made_at
    FROM download_file file JOIN track t ON t.id = file.track_id JOIN album al ON al.id = t.album_id
    JOIN artist ar ON ar.id = al.artist_id
    WHERE (t.id = ${contentId} OR t.album_id = ${contentId})
      AND (${publicTrack(now)} OR ${wasPublic(since, now)})
    ORDER BY t.disc, t.position, t.id`.execute(tx)
  return rows
}

/** Part of deleting an account. */
export async function deleteRightsOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM download_right WHERE user_id = ${userId}`.execute(tx)
}

export async function exportRights(tx: Tx, userId: string) {
  const { rows } = await sql<{ contentId: string; source: RightRow['source']; createdAt: Date }>`
    SELECT content_id AS "contentId", source, created_at AS "createdAt" FROM download_right
    WHERE user_id = ${userId} ORDER BY created_at DESC LIMIT 10000`.execute(tx)
  return rows
}
