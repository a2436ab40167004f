/** Updates and deletes albums, and sets the order of their tracks. Creating and reading them is albums.ts. */
import type * as calls from '#contract/catalog/albums.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type AlbumRow, findAlbum, lockAlbum, moveToDisc } from './album-queries.ts'
import { describeAlbum } from './albums.ts'
import { savePerformers } from './performers.ts'
import { releaseColumns } from './release-details.ts'
import { type Catalog } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
import {
  asJson,
  type Columns,
  numberChange,
  categoryChange,
  requiredChange,
  setColumns,
  textChange,
} from '#server/catalog/forms/changes.ts'
import { requireValidClassification } from '#server/catalog/content/classification.ts'
import { findCredited } from '#server/catalog/forms/credits.ts'
import { orderChildren } from '#server/catalog/publishing/family-queries.ts'
import { changeArtwork, saveNewArtwork } from '#server/catalog/forms/artwork.ts'
import { moveFeed } from '#server/catalog/publishing/new-feed-url.ts'
import { changePublication, changesPublication } from '#server/catalog/publishing/publish.ts'
import { families } from '#server/catalog/publishing/queries.ts'
import { deleteRowsOf } from '#server/catalog/imagery/photograph-queries.ts'
import { dropPhotographs } from '#server/catalog/imagery/photographs.ts'
import { deleteParent } from '#server/catalog/audio/audio-changes.ts'

type AlbumChanges = Input<typeof calls.updateAlbum>['body']

/** Owner, managers and editors; publishing: owner and managers. */
export async function updateAlbum(
  catalog: Catalog,
  caller: Caller,
  body: AlbumChanges,
): Promise<Data<typeof calls.updateAlbum>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const found = await requireMay(database.read, caller, await findAlbum(database.read, body.albumId), 'edit')
  if (body.artistId !== undefined && body.artistId.toLowerCase() !== found.artist_id) {
    throw new AppError(422, 'parent-mismatch', 'An album stays with its artist.')
  }
  const columns = columnsOf(body)
  const picture = await saveNewArtwork(files, body.artwork)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const album = await requireMay(tx, caller, await lockAlbum(tx, body.albumId), 'edit')
    if (changesPublication(body)) await requireMay(tx, caller, album, 'publish')
    const classification = await classifyAlbum(tx, album, body)
    const credits = (await findCredited(tx, [body.credits]))(body.credits)
    const moved = await moveFeed(tx, catalog, caller, { table: 'album', content: album, sent: body.newFeedUrl })
    await setColumns(
      tx,
      'album',
      album.id,
      { ...columns, ...classification, ...moved, credits: credits === undefined ? undefined : asJson(credits) },
      now,
    )
    await savePerformers(tx, album.user_id, { contentId: album.id, albumId: album.id }, body.performers)
    await changeArtwork(tx, 'album', album, picture, now)
    await changePublication(tx, { family: families.album, contentId: album.id, change: body, now })
    const row = await findAlbum(tx, album.id)
    if (row === undefined) throw notFound()
    return describeAlbum(tx, files, row, caller)
  })
}

function columnsOf(body: AlbumChanges): Columns {
  return {
    title: requiredChange(body.title),
    description: textChange(body.description),
    upc: textChange(body.upc),
    ...releaseColumns(body),
  }
}

async function classifyAlbum(tx: Tx, album: AlbumRow, body: AlbumChanges): Promise<Columns> {
  const { parent, child, isChanged } = categoryChange(
    { parent: album.genre_id, child: album.subgenre_id },
    { parent: numberChange(body.genreId), child: numberChange(body.subgenreId) },
  )
  if (!isChanged) return {}
  await requireValidClassification(tx, [{ kind: 'subgenre', parentId: parent, childId: child }])
  return { genre_id: parent, subgenre_id: child }
}

/** Owner and managers. Remaining tracks are deleted only if `withChildren` is set. Payments to them stay in the ledger. */
export async function deleteAlbum(
  catalog: Catalog,
  caller: Caller,
  albumId: string,
  withChildren: boolean,
): Promise<Data<typeof calls.deleteAlbum>> {
  return catalog.database.transaction(async (tx) => {
    const album = await requireMay(tx, caller, await lockAlbum(tx, albumId), 'publish')
    await deleteParent(tx, families.album, album.id, { withChildren, now: catalog.clock.now() })
    await dropPhotographs(tx, await deleteRowsOf(tx, album.id))
    return { id: album.id, title: album.title }
  })
}

/** Owner, managers and editors. Lists all tracks, each once. */
export async function orderTracks(
  catalog: Catalog,
  caller: Caller,
  albumId: string,
  { trackIds, movedId }: Input<typeof calls.orderTracks>['body'],
): Promise<Data<typeof calls.orderTracks>> {
  return catalog.database.transaction(async (tx) => {
    const album = await requireMay(tx, caller, await lockAlbum(tx, albumId), 'edit')
    const order = await orderChildren(tx, families.album, {
      parentId: album.id,
      childIds: trackIds,
      now: catalog.clock.now(),
    })
    if (movedId !== undefined) await moveToDisc(tx, album.id, movedId)
    return order
  })
}
