/** Updates and deletes artists. Creating and reading them is artists.ts. */
import type * as calls from '#contract/catalog/artists.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { mustOwn, type Who } from '#server/platform/http/who.ts'
import { type ArtistRow, findArtist, hasAlbums, lockArtist } from './artist-queries.ts'
import { toArtist } from './artists.ts'
import { type Catalog, hasChildren } from '#server/catalog/catalog.ts'
import { linkChanges, requiredChange, setColumns, textChange } from '#server/catalog/forms/changes.ts'
import { changePicture, storeNewPicture } from '#server/catalog/forms/pictures.ts'
import { chooseSlug, keepFormerSlug } from '#server/catalog/forms/slug-queries.ts'
import { slugOf } from '#server/catalog/forms/slugs.ts'
import { notFound } from '#server/platform/errors.ts'

/** Owner only. */
export async function updateArtist(
  catalog: Catalog,
  who: Who,
  body: Input<typeof calls.updateArtist>['body'],
): Promise<Data<typeof calls.updateArtist>> {
  const { database, files, clock } = catalog
  mustOwnArtist(who, await findArtist(database.read, body.artistId))
  const name = requiredChange(body.name)
  const columns = { name, bio: textChange(body.bio), ...linkChanges(body) }
  const picture = await storeNewPicture(files, body.artwork)
  const row = await database.transaction(async (tx) => {
    const now = clock.now()
    const known = mustOwnArtist(who, await lockArtist(tx, body.artistId))
    const artist_url = name === undefined ? undefined : await renamed(tx, known, name, now)
    await setColumns(tx, 'artist', known.id, { ...columns, artist_url }, now)
    await changePicture(tx, 'artist', known, picture, now)
    return findArtist(tx, known.id)
  })
  if (row === undefined) throw notFound()
  return toArtist(files, row)
}

export function mustOwnArtist(who: Who, artist: ArtistRow | undefined): ArtistRow {
  if (artist === undefined) throw notFound()
  mustOwn(who, artist.user_id)
  return artist
}

/** Renaming changes the slug; the former slug redirects to the new one. */
async function renamed(tx: Tx, artist: ArtistRow, name: string, now: Date): Promise<string | undefined> {
  if (slugOf(name) === slugOf(artist.name)) return undefined
  const today = await chooseSlug(tx, 'artist', artist.id, name)
  if (today !== artist.artist_url) {
    await keepFormerSlug(tx, 'artist', artist.id, { former: artist.artist_url, today, now })
  }
  return today
}

/** Owner only, once no albums are left. Payments to the artist stay in the ledger. */
export async function deleteArtist(
  catalog: Catalog,
  who: Who,
  artistId: string,
): Promise<Data<typeof calls.deleteArtist>> {
  return catalog.database.transaction(async (tx) => {
    const now = catalog.clock.now()
    const artist = mustOwnArtist(who, await lockArtist(tx, artistId))
    if (await hasAlbums(tx, artist.id)) throw hasChildren('This artist still has albums. Please delete them first.')
    await setColumns(tx, 'artist', artist.id, { deleted_at: now }, now)
    return { id: artist.id, name: artist.name }
  })
}
