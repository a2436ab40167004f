/** SQL of the files for download: which tracks need them, the leases of the workers, and what the tags say. */
import { sql } from 'kysely'
import type { DownloadFormat } from '#contract/catalog/downloads.ts'
import { albumPerformers, type PerformerRow, trackPerformers } from '#server/catalog/music/performer-queries.ts'
import { exists, publicTrack, trackTakenDown } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isFree, leasesIn, taking } from '#server/platform/jobs/leases.ts'

/** Files are made of what is offered, also of drafts, which fans can buy from the moment they are public. Then they stay,
 * also when it is withdrawn. */
const canBeMade = sql`(${exists.track} AND NOT ${trackTakenDown} AND t.live_key IS NOT NULL)`

export async function requestFiles(tx: Tx, contentId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO download_track (track_id, state, requested_at)
    SELECT t.id, 'waiting', ${now}
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE (t.id = ${contentId} OR al.id = ${contentId}) AND ${canBeMade}
    ON CONFLICT (track_id) DO UPDATE SET state = 'waiting', attempts = 0, progress = 0, requested_at = ${now}
    WHERE download_track.state = 'failed'`.execute(tx)
}

const givesFiles = (now: Date) => sql`(pv.has_download AND pv.revoked_at IS NULL AND pv.expires_at > ${now})`

/** What somebody with a preview link may keep. */
const isPreviewed = (now: Date) =>
  sql`EXISTS (SELECT FROM preview_link pv WHERE pv.content_id IN (t.id, al.id) AND ${givesFiles(now)})`

/** Requests the files of tracks that were added since their album was offered, and of public tracks whose recording, or what the
 * tags say, has changed. Begins with what is offered, which may be a small part of all tracks. */
export async function requestStaleFiles(tx: Tx, now: Date): Promise<void> {
  await sql`
    WITH offered AS MATERIALIZED (
      SELECT content_id FROM download_offer WHERE mode <> 'off'
      UNION SELECT content_id FROM preview_link pv WHERE ${givesFiles(now)}
    ), wanted AS MATERIALIZED (
      SELECT id FROM track WHERE id IN (SELECT content_id FROM offered)
      UNION SELECT id FROM track WHERE album_id IN (SELECT content_id FROM offered)
    )
    INSERT INTO download_track (track_id, state, requested_at)
    SELECT t.id, 'waiting', ${now}
    FROM wanted JOIN track t ON t.id = wanted.id JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    LEFT JOIN download_track made ON made.track_id = t.id
    WHERE ${canBeMade}
      AND (made.track_id IS NULL OR (made.state = 'finished' AND (${publicTrack(now)} OR ${isPreviewed(now)})
        AND (made.made_of <> t.live_key OR made.made_at < greatest(t.updated_at, al.updated_at, ar.updated_at))))
    ON CONFLICT (track_id) DO UPDATE SET state = 'waiting', attempts = 0, progress = 0, requested_at = ${now}
    WHERE download_track.state = 'finished'`.execute(tx)
}

export type Claim = { track_id: string; lease: string; attempts: number }

export const dueDownloads = (now: Date) => sql`download_track WHERE ${isFree(now)}`

/** The longest waiting one; null when there is none. */
export async function claimNext(tx: Tx, lease: string, now: Date, leasedUntil: Date): Promise<Claim | null> {
  const { rows } = await sql<Claim>`
    UPDATE download_track SET ${taking(lease, leasedUntil)}
    WHERE track_id = (SELECT track_id FROM ${dueDownloads(now)}
      ORDER BY requested_at, track_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING track_id, lease, attempts`.execute(tx)
  return rows[0] ?? null
}

/** After a failure the files of an earlier recording stay. */
export const leases = leasesIn<Claim>('download_track', 'track_id')

export type StoredFile = { format: DownloadFormat; key: string; bytes: number; crc32: number }

/** Replaces the files of a track. Returns the keys of the earlier ones; null when another worker has taken over. */
export async function setFinished(
  tx: Tx,
  claim: Claim,
  { madeOf, files, now }: { madeOf: string; files: readonly StoredFile[]; now: Date },
): Promise<string[] | null> {
  const { rows } = await sql`
    UPDATE download_track SET state = 'finished', lease = NULL, leased_until = NULL, progress = 1, made_of = ${madeOf},
      made_at = ${now}
    WHERE ${leases.isHeld(claim)} RETURNING track_id`.execute(tx)
  if (rows.length === 0) return null
  const earlier = await deleteFiles(tx, claim.track_id)
  for (const { format, key, bytes, crc32 } of files) {
    await sql`
      INSERT INTO download_file (track_id, format, file_key, bytes, crc32, made_at)
      VALUES (${claim.track_id}, ${format}, ${key}, ${bytes}, ${crc32}, ${now})`.execute(tx)
  }
  return earlier
}

/** Returns their keys. */
async function deleteFiles(tx: Tx, trackId: string): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    DELETE FROM download_file WHERE track_id = ${trackId} RETURNING file_key`.execute(tx)
  return rows.map(({ file_key: key }) => key)
}

export type TaggedTrack = {
  title: string
  artist_id: string
  artist_name: string
  artist_url: string
  performers: PerformerRow[] | null
  album_performers: PerformerRow[] | null
  album_title: string
  disc: number
  disc_count: number
  disc_titles: string[]
  position: number
  /** On the same disc. */
  track_count: number
  released_on: string | null
  genre: string | null
  isrc: string | null
  upc: string | null
  lyrics: string | null
  credits: { name: string; role: string }[]
  album_credits: { name: string; role: string }[]
  artwork_key: string | null
  live_key: string
  original_key: string
  original_bytes: bigint
}

/** Undefined when the track is deleted or has no recording. */
export async function selectTaggedTrack(tx: Tx, trackId: string): Promise<TaggedTrack | undefined> {
  const { rows } = await sql<TaggedTrack>`
    SELECT t.title, ar.id AS artist_id, ar.name AS artist_name, ar.artist_url, ${trackPerformers} AS performers,
      ${albumPerformers} AS album_performers, al.title AS album_title, t.disc, al.disc_titles, t.position,
      (SELECT max(other.disc) FROM track other WHERE other.album_id = al.id AND other.deleted_at IS NULL) AS disc_count,
      (SELECT count(*)::int FROM track other
        WHERE other.album_id = al.id AND other.disc = t.disc AND other.deleted_at IS NULL) AS track_count,
      coalesce(al.original_date, to_char(coalesce(al.published_at, t.published_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
        AS released_on, genre.name AS genre, t.isrc, al.upc, t.lyrics, t.credits,
      al.credits AS album_credits, al.artwork_key, t.live_key, asset.original_key, asset.bytes AS original_bytes
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    JOIN asset ON asset.id = CASE WHEN t.live_key ~ '^media/[0-9a-f-]{36}[.]' THEN substr(t.live_key, 7, 36)::uuid END
    LEFT JOIN classification genre ON genre.kind = 'genre' AND genre.id = al.genre_id
    WHERE t.id = ${trackId} AND t.deleted_at IS NULL
      AND t.live_key IS NOT NULL AND asset.original_key IS NOT NULL AND asset.removed_at IS NULL
      AND asset.bytes IS NOT NULL`.execute(tx)
  return rows[0]
}

/** Deletes the rows of tracks that are deleted and that nobody has a right to. Returns the keys of their files. */
export async function deleteUnneeded(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ track_id: string }>`
    DELETE FROM download_track WHERE track_id IN (
      SELECT made.track_id FROM download_track made JOIN track t ON t.id = made.track_id JOIN album al ON al.id = t.album_id
      WHERE (t.deleted_at IS NOT NULL OR al.deleted_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM download_right WHERE content_id IN (t.id, al.id))
      LIMIT ${limit})
    RETURNING track_id`.execute(tx)
  const keys: string[] = []
  for (const { track_id: trackId } of rows) keys.push(...(await deleteFiles(tx, trackId)))
  return keys
}
