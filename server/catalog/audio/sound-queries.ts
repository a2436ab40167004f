/** SQL of the audio items of a content: a track or episode itself, or the tracks of an album. */
import { sql } from 'kysely'
import { type ContentKind, publicEpisode, publicTrack, visibleTo } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'

export type SoundRow = {
  id: string
  title: string
  duration_ms: number
  /** 0 to 255 each; null while the audio is being processed. */
  peaks: Buffer | null
}

/** In playing order, for anybody who may read the content; undefined when they may not, or it is an artist or a podcast. */
export async function findSounds(
  tx: Tx,
  contentId: string,
  caller: Caller,
  now: Date,
): Promise<SoundRow[] | undefined> {
  const { rows } = await sql<{ type: ContentKind }>`SELECT type FROM content WHERE id = ${contentId}`.execute(tx)
  const type = rows[0]?.type
  if (type === 'episode') return atLeastOne(await selectEpisode(tx, contentId, caller, now))
  if (type === 'track') return atLeastOne(await selectTracks(tx, contentId, caller, now))
  if (type !== 'album' || !(await isVisibleAlbum(tx, contentId, caller, now))) return undefined
  return selectTracks(tx, contentId, caller, now)
}

const atLeastOne = (rows: SoundRow[]): SoundRow[] | undefined => (rows.length === 0 ? undefined : rows)

async function isVisibleAlbum(tx: Tx, albumId: string, caller: Caller, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT al.id FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE al.id = ${albumId} AND ${visibleTo('album', caller, now)}`.execute(tx)
  return rows.length > 0
}

/** One track, or the public ones of an album. */
async function selectTracks(tx: Tx, contentId: string, caller: Caller, now: Date): Promise<SoundRow[]> {
  const { rows } = await sql<SoundRow>`
    SELECT t.id, t.title, coalesce(t.duration_ms, 0) AS duration_ms, w.peaks
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
      LEFT JOIN waveform w ON w.content_id = t.id
    WHERE (t.id = ${contentId} OR (t.album_id = ${contentId} AND ${publicTrack(now)}))
      AND ${visibleTo('track', caller, now)}
    ORDER BY t.disc, t.position, t.id`.execute(tx)
  return rows
}

async function selectEpisode(tx: Tx, episodeId: string, caller: Caller, now: Date): Promise<SoundRow[]> {
  const { rows } = await sql<SoundRow>`
    SELECT e.id, e.title, coalesce(e.duration_ms, 0) AS duration_ms, w.peaks
    FROM episode e JOIN podcast p ON p.id = e.podcast_id LEFT JOIN waveform w ON w.content_id = e.id
    WHERE e.id = ${episodeId} AND ${visibleTo('episode', caller, now)}`.execute(tx)
  return rows
}

/** Public tracks and episodes, in any order; others are left out. */
export async function selectPublicSounds(tx: Tx, contentIds: readonly string[], now: Date): Promise<SoundRow[]> {
  const { rows } = await sql<SoundRow>`
    SELECT t.id, t.title, coalesce(t.duration_ms, 0) AS duration_ms, w.peaks
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
      LEFT JOIN waveform w ON w.content_id = t.id
    WHERE t.id = ANY(${contentIds}::uuid[]) AND ${publicTrack(now)}
    UNION ALL
    SELECT e.id, e.title, coalesce(e.duration_ms, 0), w.peaks
    FROM episode e JOIN podcast p ON p.id = e.podcast_id LEFT JOIN waveform w ON w.content_id = e.id
    WHERE e.id = ANY(${contentIds}::uuid[]) AND ${publicEpisode(now)}`.execute(tx)
  return rows
}
