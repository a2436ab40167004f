/** SQL of tracks: creating one, and selecting the tracks of a list. The columns of a track are in track-info.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { Licence } from '#contract/catalog/releases.ts'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { asJson } from '#server/catalog/forms/changes.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import type { Page } from '#server/catalog/forms/values.ts'
import { selectTracks, trackOrder, type TrackRow } from './track-info.ts'
import { exists, listedFor, publicAlbum, publicTrack, visibleTo } from '#server/catalog/content/visibility.ts'

export type NewTrack = {
  id: string
  albumId: string
  assetId: string
  title: string
  position: number
  disc: number
  lyrics: string | null
  isrc: string | null
  iswc: string | null
  notes: string | null
  credits: readonly StoredCredit[]
  isExplicit: boolean
  isDraft: boolean
  now: Date
}

export async function insertTrack(tx: Tx, track: NewTrack): Promise<void> {
  await sql`
    INSERT INTO track (id, album_id, title, position, disc, lyrics, isrc, iswc, notes, credits, is_explicit, is_draft,
      asset_id, created_at, updated_at)
    VALUES (${track.id}, ${track.albumId}, ${track.title}, ${track.position}, ${track.disc}, ${track.lyrics},
      ${track.isrc}, ${track.iswc}, ${track.notes}, ${asJson(track.credits)}, ${track.isExplicit}, ${track.isDraft},
      ${track.assetId}, ${track.now}, ${track.now})`.execute(tx)
}

/** Fields that only the track's own page shows. */
export type TrackTexts = {
  lyrics: string | null
  credits: StoredCredit[]
  originalDate: string | null
  licence: Licence | null
  language: string | null
  notes: string | null
  iswc: string | null
}

export async function findTrackTexts(tx: Tx, trackId: string): Promise<TrackTexts> {
  const { rows } = await sql<TrackTexts>`
    SELECT t.lyrics, t.credits, t.notes, t.iswc, al.original_date AS "originalDate", al.licence, al.language
    FROM track t JOIN album al ON al.id = t.album_id WHERE t.id = ${trackId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw notFound()
  return row
}

export async function findVisibleTrack(
  tx: Tx,
  caller: Caller,
  trackId: string,
  now: Date,
): Promise<TrackRow | undefined> {
  const where = sql<boolean>`t.id = ${trackId} AND ${visibleTo('track', caller, now)}`
  return (await selectTracks(tx, { now, where, orderBy: sql`t.id`, limit: 1 }))[0]
}

/** In any order; deleted tracks are left out. */
export function findTracksByIds(tx: Tx, ids: readonly string[], now: Date): Promise<TrackRow[]> {
  const where = sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${exists.track}`
  return selectTracks(tx, { now, where, orderBy: sql`t.id`, limit: ids.length })
}

export function selectAlbumTracks(
  tx: Tx,
  caller: Caller,
  albumId: string,
  query: { unpublished?: string | undefined },
  now: Date,
): Promise<TrackRow[]> {
  const where = sql<boolean>`t.album_id = ${albumId} AND ${listedFor('track', caller, query, now)}`
  return selectTracks(tx, { now, where, orderBy: trackOrder, limit: ALBUM_TRACKS_MAX })
}

/** The tracks of an artist that received most. */
export function selectBestTracks(tx: Tx, artistId: string, limit: number, now: Date): Promise<TrackRow[]> {
  const where = sql<boolean>`ar.id = ${artistId} AND ${publicTrack(now)}`
  return selectTracks(tx, { now, where, orderBy: sql`msat_total DESC, t.published_at DESC, t.id`, limit })
}

type Paged = { caller: Caller; unpublished?: string | undefined; page: Page; now: Date }

/** The same for lists: with drafts on request of the owner, before what is published. */
export function selectArtistTracks(
  tx: Tx,
  artistId: string,
  { caller, unpublished, page, now }: Paged,
): Promise<TrackRow[]> {
  const where = sql<boolean>`al.artist_id = ${artistId} AND ${listedFor('track', caller, { unpublished }, now)}`
  const orderBy = sql`msat_total DESC, t.published_at DESC NULLS FIRST, t.id`
  return selectTracks(tx, { now, where, orderBy, limit: page.limit, offset: page.offset })
}

/** The tracks of a user's artists, newest first; drafts, on request, come before everything that is published. */
export function selectTracksOf(tx: Tx, userId: string, list: Omit<Paged, 'caller'>): Promise<TrackRow[]> {
  const { unpublished, page, now } = list
  const which = unpublished === 'true' ? exists.track : publicTrack(now)
  const where = sql<boolean>`ar.user_id = ${userId} AND ${which}`
  const orderBy = sql`t.is_draft DESC, t.published_at DESC NULLS FIRST, t.id DESC`
  return selectTracks(tx, { now, where, orderBy, limit: page.limit, offset: page.offset })
}

/** Public tracks from a random key on, wrapping around at the end. Their order by key is fixed,
 * so callers shuffle the result. */
export async function selectRandomTracks(tx: Tx, randomKey: number, limit: number, now: Date): Promise<TrackRow[]> {
  const draw = (bound: RawBuilder<boolean>, wanted: number) =>
    selectTracks(tx, { now, where: sql`${bound} AND ${publicTrack(now)}`, orderBy: sql`t.lot`, limit: wanted })
  const later = await draw(sql`t.lot >= ${randomKey}`, limit)
  return later.length === limit ? later : [...later, ...(await draw(sql`t.lot < ${randomKey}`, limit - later.length))]
}

export type TrackSearch = Partial<Record<'title' | 'artist' | 'album', string>>

/** The shortest text that the trigram index of names (letter_triples) can find. */
const INDEXED_CHARACTERS = 3

/** Public tracks whose names contain these texts, ignoring case; those that received most come first. */
export function findTracksByNames(tx: Tx, search: TrackSearch, page: Page, now: Date): Promise<TrackRow[]> {
  const columns = { title: 't.title', artist: 'ar.name', album: 'al.title' } as const
  const conditions = Object.entries(search).flatMap(([name, characters]) => {
    const column = sql.ref(columns[name as keyof TrackSearch])
    const holds = sql`${column} ILIKE ${`%${characters.replaceAll(/[\\%_]/g, '\\$&')}%`}`
    const isIndexed = [...characters].length >= INDEXED_CHARACTERS
    return isIndexed ? [sql`letter_triples(${column}) @> letter_triples(${characters})`, holds] : [holds]
  })
  const where = sql<boolean>`${sql.join(conditions, sql` AND `)} AND ${publicTrack(now)}`
  const orderBy = sql`msat_total DESC, t.published_at DESC, t.id`
  return selectTracks(tx, { now, where, orderBy, limit: page.limit, offset: page.offset })
}

/** The first track of each release, newest release first. */
export function selectNewTracks(tx: Tx, limit: number, now: Date): Promise<TrackRow[]> {
  const where = sql<boolean>`t.id IN (
    SELECT opening.id FROM album al JOIN artist ar ON ar.id = al.artist_id
    CROSS JOIN LATERAL (
      SELECT t.id FROM track t WHERE t.album_id = al.id AND ${publicTrack(now)} ORDER BY ${trackOrder} LIMIT 1
    ) opening
    WHERE ${publicAlbum(now)} ORDER BY al.published_at DESC, al.id DESC LIMIT ${limit})`
  return selectTracks(tx, { now, where, orderBy: sql`al.published_at DESC, al.id DESC`, limit })
}

export type ShapeRow = {
  peaks: Buffer
  loudness_lufs: number | null
  true_peak_db: number | null
  album_loudness_lufs: number | null
  album_true_peak_db: number | null
}

/** The loudness of the whole album: the mean of its energy. */
const albumLoudness = sql`SELECT max(w.true_peak_db) AS true_peak_db,
    (10 * log(sum(t.duration_ms * power(10, w.loudness_lufs::float8 / 10)) / sum(t.duration_ms)))::real AS loudness_lufs
  FROM track t JOIN waveform w ON w.content_id = t.id
  WHERE t.album_id = al.id AND t.deleted_at IS NULL AND t.duration_ms > 0 AND w.loudness_lufs IS NOT NULL`

export async function findShape(tx: Tx, contentId: string, caller: Caller, now: Date): Promise<ShapeRow | undefined> {
  const { rows } = await sql<ShapeRow>`
    SELECT w.peaks, w.loudness_lufs, w.true_peak_db, whole.loudness_lufs AS album_loudness_lufs,
      whole.true_peak_db AS album_true_peak_db
    FROM waveform w
    LEFT JOIN (track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id) ON t.id = w.content_id
    LEFT JOIN (episode e JOIN podcast p ON p.id = e.podcast_id) ON e.id = w.content_id
    LEFT JOIN LATERAL (${albumLoudness}) whole ON TRUE
    WHERE w.content_id = ${contentId}
      AND ((t.id IS NOT NULL AND ${visibleTo('track', caller, now)})
        OR (e.id IS NOT NULL AND ${visibleTo('episode', caller, now)}))`.execute(tx)
  return rows[0]
}
