/** Countdowns: the public page of a scheduled album, with its cover, title and date. Everything else of the album stays as
 * hidden as without the page; only tracks that play early are public, by visibility.ts. */
import { sql } from 'kysely'
import type * as calls from '#contract/catalog/publish.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import { type Colors, urlOf } from '#server/catalog/audio/audio-info.ts'
import { type Catalog } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { countdownAlbum } from '#server/catalog/content/visibility.ts'
import { findAlbum, lockAlbum } from './album-queries.ts'
import { toTrackInfo, trackOrder } from './track-info.ts'
import { selectAlbumTracks } from './track-queries.ts'

type Countdown = Data<typeof calls.getOwnCountdown>

/** Anybody. */
export async function readCountdown(
  { database, files, clock }: Catalog,
  caller: Caller,
  albumId: string,
): Promise<Data<typeof calls.getCountdown>> {
  const now = clock.now()
  const album = await findCountdown(database.read, albumId, now)
  if (album === undefined) throw notFound()
  const [tracks, titles] = await Promise.all([
    selectAlbumTracks(database.read, caller, albumId, {}, now),
    album.shows_titles ? selectTitles(database.read, albumId) : [],
  ])
  return {
    albumId: album.id,
    title: album.title,
    titleFit: await fitTitle(album.title),
    artworkUrl: urlOf(files, album.artwork_key),
    colorInfo: album.color_info,
    artist: { id: album.artist_id, name: album.artist_name, artistUrl: album.artist_url },
    publishedAt: album.published_at,
    tracks: tracks.map((track) => toTrackInfo(files, track)),
    titles,
  }
}

/** Owner and managers of the album. */
export async function readOwnCountdown({ database }: Catalog, caller: Caller, albumId: string): Promise<Countdown> {
  requireUser(caller)
  await requireMay(database.read, caller, await findAlbum(database.read, albumId), 'publish')
  return selectCountdown(database.read, albumId)
}

/** Owner and managers of the album. A track that plays early is published now, and otherwise with the album. */
export async function setCountdown(
  { database, clock }: Catalog,
  caller: Caller,
  albumId: string,
  { hasCountdown, showsTitles, earlyTrackIds }: Input<typeof calls.setCountdown>['body'],
): Promise<Countdown> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => {
    const album = await requireMay(tx, caller, await lockAlbum(tx, albumId), 'publish')
    const isScheduled = !album.is_draft && album.published_at !== null && album.published_at > now
    if (hasCountdown && !isScheduled) throw brokenRule('rule.countdownDate')
    await sql`
      UPDATE album SET has_countdown = ${hasCountdown}, shows_titles = ${showsTitles}, updated_at = ${now}
      WHERE id = ${album.id}`.execute(tx)
    await sql`
      UPDATE track SET plays_early = false, updated_at = ${now},
        published_at = CASE WHEN ${isScheduled} THEN ${album.published_at}::timestamptz ELSE published_at END
      WHERE album_id = ${album.id} AND plays_early AND id <> ALL(${earlyTrackIds}::uuid[])`.execute(tx)
    await sql`
      UPDATE track SET plays_early = true, updated_at = ${now}, published_at = least(published_at, ${now}::timestamptz)
      WHERE album_id = ${album.id} AND NOT plays_early AND id = ANY(${earlyTrackIds}::uuid[])
        AND deleted_at IS NULL AND NOT is_draft AND live_key IS NOT NULL`.execute(tx)
    const saved = await selectCountdown(tx, album.id)
    if (saved.earlyTrackIds.length < new Set(earlyTrackIds).size) throw notPlayable()
    return saved
  })
}

const notPlayable = () =>
  new AppError(422, 'nothing-ready', 'Only tracks of this release that are ready and not hidden can play early.')

async function selectCountdown(tx: Tx, albumId: string): Promise<Countdown> {
  const { rows } = await sql<Countdown>`
    SELECT al.has_countdown AS "hasCountdown", al.shows_titles AS "showsTitles",
      ARRAY(SELECT t.id::text FROM track t WHERE t.album_id = al.id AND t.plays_early AND t.deleted_at IS NULL
        ORDER BY ${trackOrder}) AS "earlyTrackIds"
    FROM album al WHERE al.id = ${albumId}`.execute(tx)
  return rows[0]!
}

async function selectTitles(tx: Tx, albumId: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    SELECT t.title FROM track t WHERE t.album_id = ${albumId} AND t.deleted_at IS NULL AND NOT t.is_draft
    ORDER BY ${trackOrder}`.execute(tx)
  return rows.map(({ title }) => title)
}

type CountdownRow = {
  id: string
  title: string
  artwork_key: string | null
  color_info: Colors
  published_at: Date
  shows_titles: boolean
  artist_id: string
  artist_name: string
  artist_url: string
}

async function findCountdown(tx: Tx, albumId: string, now: Date): Promise<CountdownRow | undefined> {
  const { rows } = await sql<CountdownRow>`
    SELECT al.id, al.title, al.artwork_key, al.color_info, al.published_at, al.shows_titles,
      ar.id AS artist_id, ar.name AS artist_name, ar.artist_url
    FROM album al JOIN artist ar ON ar.id = al.artist_id WHERE al.id = ${albumId} AND ${countdownAlbum(now)}`.execute(
    tx,
  )
  return rows[0]
}

const SHOWN_MAX = 12

export async function hasCountdown(tx: Tx, albumId: string, now: Date): Promise<boolean> {
  return (await findCountdown(tx, albumId, now)) !== undefined
}

/** The albums of an artist with a countdown, the next first. */
export async function selectCountdowns(
  tx: Tx,
  artistId: string,
  now: Date,
): Promise<{ id: string; title: string; artwork_key: string | null; published_at: Date }[]> {
  const { rows } = await sql<{ id: string; title: string; artwork_key: string | null; published_at: Date }>`
    SELECT al.id, al.title, al.artwork_key, al.published_at
    FROM album al JOIN artist ar ON ar.id = al.artist_id WHERE al.artist_id = ${artistId} AND ${countdownAlbum(now)}
    ORDER BY al.published_at, al.id LIMIT ${SHOWN_MAX}`.execute(tx)
  return rows
}
