/** Updates and deletes artists. Creating and reading them is artists.ts. */
import type * as calls from '#contract/catalog/artists.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findArtist, hasAlbums, lockArtist } from './artist-queries.ts'
import { factColumns } from './artist-facts.ts'
import { toArtist } from './artists.ts'
import { type Catalog, hasChildren } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import { linkChanges, requiredChange, setColumns, textChange } from '#server/catalog/forms/changes.ts'
import { changeArtwork, saveNewArtwork } from '#server/catalog/forms/artwork.ts'
import { moveFeed } from '#server/catalog/publishing/new-feed-url.ts'
import { renameSlug } from '#server/catalog/forms/slug-queries.ts'
import { deleteRowsOf } from '#server/catalog/imagery/photograph-queries.ts'
import { dropPhotographs } from '#server/catalog/imagery/photographs.ts'
import { notFound } from '#server/platform/errors.ts'

/** Owner, managers and editors. */
export async function updateArtist(
  catalog: Catalog,
  caller: Caller,
  body: Input<typeof calls.updateArtist>['body'],
): Promise<Data<typeof calls.updateArtist>> {
  const { database, files, clock } = catalog
  await requireMay(database.read, caller, await findArtist(database.read, body.artistId), 'edit')
  const name = requiredChange(body.name)
  const columns = { name, bio: textChange(body.bio), allows_clips: body.allowsClips, ...linkChanges(body) }
  const picture = await saveNewArtwork(files, body.artwork)
  const row = await database.transaction(async (tx) => {
    const now = clock.now()
    const known = await requireMay(tx, caller, await lockArtist(tx, body.artistId), 'edit')
    const slug = { id: known.id, name: known.name, slug: known.artist_url }
    const artist_url = name === undefined ? undefined : await renameSlug(tx, 'artist', slug, { name, now })
    const moved = await moveFeed(tx, catalog, caller, { table: 'artist', content: known, sent: body.newFeedUrl })
    await setColumns(
      tx,
      'artist',
      known.id,
      { ...columns, ...(await factColumns(tx, body)), ...moved, artist_url },
      now,
    )
    await changeArtwork(tx, 'artist', known, picture, now)
    return findArtist(tx, known.id)
  })
  if (row === undefined) throw notFound()
  return toArtist(files, row)
}

/** Owner only, once no albums are left. Payments to the artist stay in the ledger. */
export async function deleteArtist(
  catalog: Catalog,
  caller: Caller,
  artistId: string,
): Promise<Data<typeof calls.deleteArtist>> {
  return catalog.database.transaction(async (tx) => {
    const now = catalog.clock.now()
    const artist = await requireMay(tx, caller, await lockArtist(tx, artistId), 'money')
    if (await hasAlbums(tx, artist.id)) throw hasChildren('This artist still has albums. Please delete them first.')
    await setColumns(tx, 'artist', artist.id, { deleted_at: now }, now)
    await dropPhotographs(tx, await deleteRowsOf(tx, artist.id))
    return { id: artist.id, name: artist.name }
  })
}
