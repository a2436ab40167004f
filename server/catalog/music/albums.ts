/** Albums and singles: creating one, and reading it with its tracks. Publishing is publish.ts,
 * updating is album-changes.ts. */
import type { Tx } from '#server/platform/database/database.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type * as calls from '#contract/catalog/albums.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { ContentStatus } from '#contract/fields.ts'
import type { output } from 'zod/mini'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import {
  ALBUMS_MAX,
  type AlbumRow,
  countAlbums,
  findAlbum,
  findVisibleAlbum,
  insertAlbum,
  selectAlbumPage,
  selectAlbums,
  selectAlbumsOf,
  selectAppearances,
  selectOwnAppearances,
  type WholeAlbumRow,
} from './album-queries.ts'
import { findArtist, lockArtist, findVisibleArtist } from './artist-queries.ts'
import { type Addresses, type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { mayDo, requireMay } from '#server/catalog/content/roles.ts'
import { requireValidClassification } from '#server/catalog/content/classification.ts'
import { countContent, insertContent } from '#server/catalog/content/queries.ts'
import { setColumns } from '#server/catalog/forms/changes.ts'
import { describeCredits, findCredited } from '#server/catalog/forms/credits.ts'
import { numberOrNull, pageOf, paginationOf, requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { missing } from '#server/catalog/content/tombstones.ts'
import { cachedTotal } from '#server/catalog/content/cached-totals.ts'
import { saveArtwork } from '#server/catalog/forms/artwork.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import { bylineOf, bylineParts, mainPerformers } from './byline.ts'
import { describePerformers, savePerformers } from './performers.ts'
import { kindOf, releaseColumns } from './release-details.ts'
import { toTrackInfo, type TrackRow } from './track-info.ts'
import { selectAlbumTracks } from './track-queries.ts'
import { notFound } from '#server/platform/errors.ts'

export type AlbumInput = Input<typeof calls.createAlbum>['body']
type Album = Data<typeof calls.createAlbum>

/** Owner, managers and editors of the artist; publishing: owner and managers. With `isDraft: false` the album is published
 * with its first finished track; `publishedAt` is stored until then. */
export async function createAlbum(catalog: Catalog, caller: Caller, id: string, body: AlbumInput): Promise<Album> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const artist = await requireMay(database.read, caller, await findArtist(database.read, body.artistId), 'edit')
  if (body.isDraft === false) await requireMay(database.read, caller, artist, 'publish')
  const made = await findAlbum(database.read, id)
  if (made !== undefined) return toAlbum(files, made)
  const album = {
    id,
    artistId: artist.id,
    title: requiredText(body.title),
    description: textOrNull(body.description),
    genreId: numberOrNull(body.genreId),
    subgenreId: numberOrNull(body.subgenreId),
    upc: textOrNull(body.upc),
    publishWhenReady: body.isDraft === false,
    publishedAt: body.publishedAt ?? null,
  }
  const picture = await saveArtwork(files, id, body.artwork)
  return database.transaction(async (tx) => {
    await requireValidClassification(tx, [{ kind: 'subgenre', parentId: album.genreId, childId: album.subgenreId }])
    const credits = (await findCredited(tx, [body.credits]))(body.credits) ?? []
    const { user_id: ownerId } = await requireMay(tx, caller, await lockArtist(tx, artist.id), 'edit')
    const known = await countContent(tx, ownerId, 'album', ALBUMS_MAX)
    if (known >= ALBUMS_MAX) throw ruleBrokenInEnglish(`At most ${ALBUMS_MAX} albums per account.`)
    await insertContent(tx, { id, type: 'album', ownerId })
    const now = clock.now()
    await insertAlbum(tx, { ...album, credits, picture, now })
    await setColumns(tx, 'album', id, releaseColumns(body), now)
    await savePerformers(tx, ownerId, { contentId: id, albumId: id }, body.performers)
    const row = await findAlbum(tx, id)
    if (row === undefined) throw notFound()
    return toAlbum(files, row)
  })
}

/** Anybody, if the album is public; the owner also sees drafts, with all tracks. */
export async function readAlbum(
  catalog: Catalog,
  caller: Caller,
  albumId: string,
): Promise<Omit<Data<typeof calls.getAlbum>, 'topMessages'>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const [album, tracks] = await Promise.all([
    findVisibleAlbum(database.read, caller, albumId, now),
    selectAlbumTracks(database.read, caller, albumId, { unpublished: 'true' }, now),
  ])
  if (album === undefined) throw await missing(catalog, albumId)
  const isForEditor = await mayDo(database.read, caller, album, 'edit')
  const hasVariousArtists = album.kind === 'compilation' && new Set(tracks.map(nameMain)).size > 1
  return {
    ...(await describeAlbum(database.read, files, album, caller)),
    titleFit: await fitTitle(album.title),
    ...(hasVariousArtists && { bylineParts: [] }),
    hasVariousArtists,
    tracks: tracks.map((track) => toTrackInfo(files, track, isForEditor)),
  }
}

const nameMain = (track: TrackRow) =>
  mainPerformers(track)
    .map(({ name }) => name)
    .join('\n')

/** With the fields that only the album's own page shows. */
export async function describeAlbum(
  tx: Tx,
  addresses: Addresses,
  row: WholeAlbumRow,
  caller: Caller,
): Promise<Data<typeof calls.updateAlbum>> {
  return {
    ...toAlbum(addresses, row),
    discTitles: row.disc_titles,
    label: row.label,
    phonogramLine: row.phonogram_line,
    copyrightLine: row.copyright_line,
    licence: row.licence,
    language: row.language,
    credits: await describeCredits(tx, row.credits),
    performers: await describePerformers(tx, row, caller),
    bylineParts: bylineParts(row),
  }
}

export async function listOwnAlbums(
  catalog: Catalog,
  caller: Caller,
  query: Input<typeof calls.listOwnAlbums>['query'],
): Promise<Data<typeof calls.listOwnAlbums>> {
  requireUser(caller)
  const now = catalog.clock.now()
  const rows = await selectAlbumsOf(catalog.database.read, caller.userId, pageOf(query, ALBUMS_MAX))
  return rows.map((row) => ({
    ...toAlbum(catalog.files, row),
    status: statusOf(row, now),
    trackCount: row.track_count,
    readyCount: row.ready_count,
    newFeedUrl: row.new_feed_url,
    newFeedSince: row.new_feed_since,
  }))
}

/** Anybody; drafts are listed only on request of the owner. */
export async function listArtistAlbums(
  catalog: Catalog,
  caller: Caller,
  artistId: string,
  query: Input<typeof calls.listArtistAlbums>['query'],
): Promise<Album[]> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const list = { artistId, caller, unpublished: query.unpublished, page: pageOf(query, ALBUMS_MAX), now }
  const albums = await selectAlbums(database.read, list)
  // Who may see an album may see its artist.
  const isVisible =
    albums.length > 0 || (await findVisibleArtist(database.read, caller, { artistId }, now)) !== undefined
  if (!isVisible) throw notFound()
  return albums.map((row) => toAlbum(files, row))
}

/** Anybody. */
export async function listAppearances(
  { database, files, clock }: Catalog,
  artistId: string,
  query: Input<typeof calls.listAppearances>['query'],
): Promise<Album[]> {
  const list = { artistId, page: pageOf(query), now: clock.now() }
  return (await selectAppearances(database.read, list)).map((row) => toAlbum(files, row))
}

/** Owner, managers and editors of the artist. */
export async function listOwnAppearances(
  { database, files, clock }: Catalog,
  caller: Caller,
  artistId: string,
  query: Input<typeof calls.listOwnAppearances>['query'],
): Promise<Data<typeof calls.listOwnAppearances>> {
  requireUser(caller)
  const artist = await requireMay(database.read, caller, await findArtist(database.read, artistId), 'edit')
  const rows = await selectOwnAppearances(database.read, { artist, page: pageOf(query), now: clock.now() })
  return rows.map((row) => ({ ...toAlbum(files, row), isConfirmed: row.is_confirmed }))
}

export async function listNewAlbums(
  catalog: Catalog,
  query: Input<typeof calls.listNewAlbums>['query'],
): Promise<Data<typeof calls.listNewAlbums>> {
  const page = pageOf(query)
  const { database, clock } = catalog
  const [rows, total] = await Promise.all([
    selectAlbumPage(database.read, page, clock.now()),
    cachedTotal(catalog, 'albums', () => countAlbums(database.read, clock.now())),
  ])
  return { albums: rows.map((row) => toAlbum(catalog.files, row)), pagination: paginationOf(page, total) }
}

export type Status = output<typeof ContentStatus>

/** The status as shown in the studio. */
export function statusOf(row: { is_draft: boolean; published_at: Date | null }, now: Date): Status {
  if (row.is_draft) return 'draft'
  return row.published_at !== null && row.published_at > now ? 'scheduled' : 'published'
}

export function toAlbum(addresses: Addresses, row: AlbumRow): Album {
  return {
    id: row.id,
    artistId: row.artist_id,
    title: row.title,
    artworkUrl: urlOf(addresses, row.artwork_key),
    description: row.description,
    genreId: row.genre_id,
    subgenreId: row.subgenre_id,
    isDraft: row.is_draft,
    isTakenDown: row.is_taken_down,
    isSingle: row.is_single,
    kind: kindOf(row),
    originalDate: row.original_date,
    upc: row.upc,
    isExplicit: row.is_explicit,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    msatTotal: row.msat_total,
    colorInfo: row.color_info,
    artist: {
      id: row.artist_id,
      userId: row.user_id,
      name: row.artist_name,
      artistUrl: row.artist_url,
      deleted: false,
    },
    byline: bylineOf(row),
    deleted: false,
  }
}
