/** Albums and singles: making one, and reading it with its tracks. Not publishing; that is publish.ts. */
import type * as calls from '#contract/albums.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { mustBeUser, mustOwn, type Who } from '#server/platform/who.ts'
import {
  ALBUMS_MAX,
  type AlbumRow,
  findAlbum,
  findVisibleAlbum,
  insertAlbum,
  selectAlbumPage,
  selectAlbums,
  selectAlbumsOf,
} from './album-queries.ts'
import { findArtist, findVisibleArtist } from './artist-queries.ts'
import { type Addresses, type Catalog, nothingHere, ruleBroken } from './catalog.ts'
import { countContent, insertContent } from './content-queries.ts'
import { numberOrNull, pageOf, paginationOf, requiredText, textOrNull } from './form-values.ts'
import { storePicture } from './pictures.ts'
import { addressOf } from './sound-info.ts'
import { toTrackInfo } from './track-info.ts'
import { selectAlbumTracks } from './track-queries.ts'

export type AlbumInput = Input<typeof calls.createAlbum>['body']
type Album = Data<typeof calls.createAlbum>

/** The owner of the artist. `isDraft: false` lets it out with its first finished track; `publishedAt` is kept for then. */
export async function createAlbum(catalog: Catalog, who: Who, id: string, body: AlbumInput): Promise<Album> {
  mustBeUser(who)
  const { database, files, clock } = catalog
  const artist = await findArtist(database.read, body.artistId)
  if (artist === undefined) throw nothingHere()
  mustOwn(who, artist.user_id)
  const made = await findAlbum(database.read, id)
  if (made !== undefined) return toAlbum(files, made)
  const album = {
    id,
    artistId: artist.id,
    title: requiredText(body.title),
    description: textOrNull(body.description),
    genreId: numberOrNull(body.genreId),
    subgenreId: numberOrNull(body.subgenreId),
    isSingle: body.isSingle ?? false,
    publishWhenReady: body.isDraft === false,
    publishedAt: body.publishedAt ?? null,
  }
  const picture = await storePicture(files, id, body.artwork)
  return database.transaction(async (tx) => {
    const known = await countContent(tx, who.userId, 'album', ALBUMS_MAX)
    if (known >= ALBUMS_MAX) throw ruleBroken(`At most ${ALBUMS_MAX} albums an account.`)
    await insertContent(tx, { id, type: 'album', ownerId: who.userId })
    await insertAlbum(tx, { ...album, picture, now: clock.now() })
    const row = await findAlbum(tx, id)
    if (row === undefined) throw nothingHere()
    return toAlbum(files, row)
  })
}

/** Anybody, while it is public; its owner also as a draft, with all its tracks. */
export async function readAlbum(catalog: Catalog, who: Who, albumId: string): Promise<Data<typeof calls.getAlbum>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const [album, tracks] = await Promise.all([
    findVisibleAlbum(database.read, who, albumId, now),
    selectAlbumTracks(database.read, who, albumId, { unpublished: 'true' }, now),
  ])
  if (album === undefined) throw nothingHere()
  return { ...toAlbum(files, album), tracks: tracks.map((track) => toTrackInfo(files, track)) }
}

export async function listOwnAlbums(catalog: Catalog, who: Who): Promise<Data<typeof calls.listOwnAlbums>> {
  mustBeUser(who)
  const now = catalog.clock.now()
  const rows = await selectAlbumsOf(catalog.database.read, who.userId)
  return rows.map((row) => ({
    ...toAlbum(catalog.files, row),
    status: statusOf(row, now),
    trackCount: row.track_count,
  }))
}

/** Anybody; drafts only for the owner who asks for them. */
export async function listArtistAlbums(
  catalog: Catalog,
  who: Who,
  artistId: string,
  query: Input<typeof calls.listArtistAlbums>['query'],
): Promise<Album[]> {
  const { database, files, clock } = catalog
  const now = clock.now()
  if ((await findVisibleArtist(database.read, who, { artistId }, now)) === undefined) throw nothingHere()
  const list = { artistId, who, unpublished: query.unpublished, limit: ALBUMS_MAX, now }
  return (await selectAlbums(database.read, list)).map((row) => toAlbum(files, row))
}

export async function listNewAlbums(
  catalog: Catalog,
  query: Input<typeof calls.listNewAlbums>['query'],
): Promise<Data<typeof calls.listNewAlbums>> {
  const page = pageOf(query)
  const { rows, total } = await selectAlbumPage(catalog.database.read, page, catalog.clock.now())
  return { albums: rows.map((row) => toAlbum(catalog.files, row)), pagination: paginationOf(page, total) }
}

export type Status = 'draft' | 'published' | 'scheduled'

/** How the studio names where something stands. */
export function statusOf(row: { is_draft: boolean; published_at: Date | null }, now: Date): Status {
  if (row.is_draft) return 'draft'
  return row.published_at !== null && row.published_at > now ? 'scheduled' : 'published'
}

function toAlbum(addresses: Addresses, row: AlbumRow): Album {
  return {
    id: row.id,
    artistId: row.artist_id,
    title: row.title,
    artworkUrl: addressOf(addresses, row.artwork_key),
    description: row.description,
    genreId: row.genre_id,
    subgenreId: row.subgenre_id,
    isDraft: row.is_draft,
    isSingle: row.is_single,
    publishedAt: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    msatTotal: row.msat_total,
    colorInfo: row.color_info,
    artist: { id: row.artist_id, userId: row.user_id, name: row.artist_name, artistUrl: row.artist_url },
  }
}
