/** Artists: creating one, and reading it with its newest albums and top tracks. */
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type * as calls from '#contract/catalog/artists.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { selectAlbums } from './album-queries.ts'
import {
  type ArtistName,
  type ArtistRow,
  countArtists,
  findArtist,
  findVisibleArtist,
  insertArtist,
  selectArtistPage,
  selectArtistsOf,
} from './artist-queries.ts'
import { factColumns, selectGenres } from './artist-facts.ts'
import { setColumns } from '#server/catalog/forms/changes.ts'
import { type Addresses, type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { countContent, insertContent } from '#server/catalog/content/queries.ts'
import { linksOf, pageOf, paginationOf, requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { missing, movedOrMissing } from '#server/catalog/content/tombstones.ts'
import { cachedTotal } from '#server/catalog/content/cached-totals.ts'
import { saveArtwork, type SavedArtwork } from '#server/catalog/forms/artwork.ts'
import { chooseSlug } from '#server/catalog/forms/slug-queries.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import { selectCountdowns } from './countdowns.ts'
import { kindOf } from './release-details.ts'
import { toTrackInfo } from './track-info.ts'
import { selectBestTracks } from './track-queries.ts'

const ARTISTS_MAX = 200
const OWN_MAX = 500
const TOP_ALBUMS = 12
const TOP_TRACKS = 10

export type ArtistInput = Input<typeof calls.createArtist>['body']
type Artist = Data<typeof calls.createArtist>
type ArtistPage = Data<typeof calls.getArtist>

/** Any signed-in user. A repeated request with the same id returns the existing artist. */
export async function createArtist(catalog: Catalog, caller: Caller, id: string, body: ArtistInput): Promise<Artist> {
  requireUser(caller)
  const made = await findArtist(catalog.database.read, id)
  if (made !== undefined) return toArtist(catalog.files, made)
  const picture = await saveArtwork(catalog.files, id, body.artwork)
  return catalog.database.transaction(async (tx) => {
    const known = await countContent(tx, caller.userId, 'artist', ARTISTS_MAX)
    if (known >= ARTISTS_MAX) throw ruleBrokenInEnglish(`At most ${ARTISTS_MAX} artists an account.`)
    await insertContent(tx, { id, type: 'artist', ownerId: caller.userId })
    const now = catalog.clock.now()
    await insertNamed(tx, caller, { id, body, picture, now })
    await setColumns(tx, 'artist', id, await factColumns(tx, body), now)
    const row = await findArtist(tx, id)
    if (row === undefined) throw new Error(`Artist ${id} is gone right after it was made`)
    return toArtist(catalog.files, row)
  })
}

type Named = { id: string; body: ArtistInput; picture: SavedArtwork; now: Date }

async function insertNamed(tx: Tx, caller: AuthenticatedUser, { id, body, picture, now }: Named): Promise<void> {
  const name = requiredText(body.name)
  const artist = { id, userId: caller.userId, name, bio: textOrNull(body.bio), ...linksOf(body), picture, now }
  await insertArtist(tx, { ...artist, artistUrl: await chooseSlug(tx, 'artist', id, name) })
}

export async function listOwnArtists(
  catalog: Catalog,
  caller: Caller,
  query: Input<typeof calls.listOwnArtists>['query'],
): Promise<Data<typeof calls.listOwnArtists>> {
  requireUser(caller)
  const rows = await selectArtistsOf(catalog.database.read, caller.userId, pageOf(query, OWN_MAX))
  return rows.map((row) => ({
    ...toArtist(catalog.files, row),
    role: row.role,
    newFeedUrl: row.new_feed_url,
    newFeedSince: row.new_feed_since,
  }))
}

/** Anybody, if the artist is public; the owner always. A former slug redirects to the current one. */
export async function readArtist(
  catalog: Catalog,
  caller: Caller,
  name: ArtistName,
  readMessages: (artistId: string) => Promise<ArtistPage['topMessages']>,
): Promise<ArtistPage> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const row = await findVisibleArtist(database.read, caller, name, now)
  if (row === undefined) {
    if ('artistId' in name) throw await missing(catalog, name.artistId)
    throw await movedOrMissing(catalog, 'artist', name.artistUrl, (id) => slugOfVisible(catalog, caller, id))
  }
  const [genres, albums, coming, tracks, topMessages] = await Promise.all([
    selectGenres(database.read, row.genre_ids),
    selectAlbums(database.read, { artistId: row.id, caller, page: { limit: TOP_ALBUMS, offset: 0 }, now }),
    selectCountdowns(database.read, row.id, now),
    selectBestTracks(database.read, row.id, TOP_TRACKS, now),
    readMessages(row.id),
  ])
  return {
    ...toArtist(files, row),
    titleFit: await fitTitle(row.name),
    genres,
    topAlbums: albums.map((album) => ({
      id: album.id,
      title: album.title,
      artworkUrl: urlOf(files, album.artwork_key),
      publishedAt: album.published_at,
      isSingle: album.is_single,
      kind: kindOf(album),
      originalDate: album.original_date,
    })),
    coming: coming.map(({ id, title, artwork_key: key, published_at: publishedAt }) => ({
      id,
      title,
      artworkUrl: urlOf(files, key),
      publishedAt,
    })),
    topTracks: tracks.map((track) => toTrackInfo(files, track)),
    room: chatOf(row),
    topMessages,
  }
}

async function slugOfVisible(
  { database, clock }: Catalog,
  caller: Caller,
  artistId: string,
): Promise<string | undefined> {
  return (await findVisibleArtist(database.read, caller, { artistId }, clock.now()))?.artist_url
}

export async function listArtists(
  catalog: Catalog,
  query: Input<typeof calls.listArtists>['query'],
): Promise<Data<typeof calls.listArtists>> {
  const page = pageOf(query)
  const { database, clock } = catalog
  const [rows, total] = await Promise.all([
    selectArtistPage(database.read, page, clock.now()),
    cachedTotal(catalog, 'artists', () => countArtists(database.read, clock.now())),
  ])
  return { artists: rows.map((row) => toArtist(catalog.files, row)), pagination: paginationOf(page, total) }
}

function chatOf({ room_id: id, room_pubkey: pubkey }: ArtistRow): ArtistPage['room'] {
  return id === null || pubkey === null ? null : { id, pubkey }
}

export function toArtist(addresses: Addresses, row: ArtistRow): Artist {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    artistUrl: row.artist_url,
    artworkUrl: urlOf(addresses, row.artwork_key),
    bio: row.bio,
    location: row.location,
    genreIds: row.genre_ids,
    members: row.members,
    twitter: row.twitter,
    npub: row.npub,
    instagram: row.instagram,
    youtube: row.youtube,
    website: row.website,
    allowsClips: row.allows_clips,
    verified: row.verified,
    isTakenDown: row.is_taken_down,
    msatTotal: row.msat_total,
    colorInfo: row.color_info,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deleted: false,
  }
}
