/** Photographs of artists and albums: uploading, changing, ordering, deleting. What pages show is
 * imagery.ts. */
import type * as calls from '#contract/catalog/imagery.ts'
import { GALLERY_MAX, NOTES_PHOTOGRAPHS_MAX } from '#contract/catalog/imagery.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { topics } from '#server/events.ts'
import type { FloodColors } from '#server/media/pictures/flood.ts'
import {
  newPrintKey,
  photographFiles,
  type PrintKind,
  printFiles,
  storePhotograph,
  storePrints,
} from '#server/media/pictures/photograph.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Addresses, type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import type { ContentRow } from '#server/catalog/content/queries.ts'
import { textChange } from '#server/catalog/forms/changes.ts'
import { lockOwnContent } from '#server/catalog/content/own-content.ts'
import {
  changePhotograph,
  deleteRow,
  findPhotograph,
  insertPhotograph,
  orderRows,
  type PhotographRow,
  type Place,
  readColorsOf,
  selectPhotographs,
} from './photograph-queries.ts'

type Photograph = Data<typeof calls.addPhotograph>

/** The upper third, where faces are. */
const FIRST_FOCUS = { x: 0.5, y: 1 / 3 }
/** Cached pages may show the old files for a while. */
const KEEP_SECONDS = 3_600

const isPrinted = (place: Place): place is PrintKind => place !== 'gallery'

const places: Record<Place, { of: ContentRow['type']; max: number; refusal: string }> = {
  banner: { of: 'artist', max: 1, refusal: 'Only an artist has a banner.' },
  gallery: { of: 'artist', max: GALLERY_MAX, refusal: 'Only an artist has a gallery.' },
  notes: { of: 'album', max: NOTES_PHOTOGRAPHS_MAX, refusal: 'Only an album has liner notes.' },
}

/** Owner, managers and editors. A repeated request with the same id returns the existing photograph. */
export async function addPhotograph(
  catalog: Catalog,
  caller: Caller,
  { id, contentId, place, file }: { id: string; contentId: string; place: Place; file: File },
): Promise<Photograph> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const open = async (tx: Tx): Promise<PhotographRow[]> => {
    const content = await lockOwnContent(tx, caller, { contentId }, clock.now(), 'edit')
    const { of, max, refusal } = places[place]
    if (content.type !== of) throw ruleBrokenInEnglish(refusal)
    const known = (await selectPhotographs(tx, contentId)).filter((row) => row.place === place)
    if (place !== 'banner' && known.length >= max && known.every((row) => row.id !== id)) {
      throw brokenRule('rule.photographsMax', { max: String(max) })
    }
    return known
  }
  await database.transaction(open)
  const stored = await storePhotograph(files, id, Buffer.from(await file.arrayBuffer()))
  const printed = isPrinted(place)
    ? { ...(await print(catalog, { ...stored, contentId, place, focus: FIRST_FOCUS })), kind: place }
    : null
  await database.transaction(async (tx) => {
    const known = await open(tx)
    if (known.some((row) => row.id === id)) {
      if (printed !== null) await dropFiles(tx, printed.printKey, printFiles(printed.printKey, printed.kind))
      return
    }
    if (place === 'banner') for (const row of known) await dropPhotographs(tx, await deleteRow(tx, row.id))
    await insertPhotograph(tx, {
      id,
      content_id: contentId,
      place,
      picture_key: stored.pictureKey,
      width: stored.width,
      height: stored.height,
      focus_x: FIRST_FOCUS.x,
      focus_y: FIRST_FOCUS.y,
      print_key: printed?.printKey ?? null,
      colors: printed?.colors ?? null,
      now: clock.now(),
    })
  })
  const row = await findPhotograph(database.read, id)
  if (row === undefined) throw notFound()
  return toPhotograph(files, row)
}

type PrintOrder = {
  contentId: string
  pictureKey: string
  place: PrintKind
  focus: { x: number; y: number }
  /** Of the photograph itself: for an artist or album without artwork. */
  colors: FloodColors
}

/** In the inks of the artist's or album's own artwork. */
async function print({ database, files }: Catalog, { contentId, pictureKey, place, focus, colors }: PrintOrder) {
  const printKey = newPrintKey(newId())
  const own = (await readColorsOf(database.read, contentId)) ?? colors
  return { printKey, colors: await storePrints(files, { pictureKey, printKey, kind: place, focus, colors: own }) }
}

/** Owner, managers and editors of the artist or album. With another focal point, the crops are printed again. */
export async function updatePhotograph(
  catalog: Catalog,
  caller: Caller,
  photographId: string,
  body: Input<typeof calls.updatePhotograph>['body'],
): Promise<Photograph> {
  requireUser(caller)
  const { database, files } = catalog
  const found = await database.transaction((tx) => lockOwnPhotograph(catalog, tx, caller, photographId))
  const focus = body.focus ?? { x: found.focus_x, y: found.focus_y }
  const isMoved = focus.x !== found.focus_x || focus.y !== found.focus_y
  const { place, colors } = found
  const printed =
    isMoved && place === 'banner' && colors !== null
      ? await print(catalog, { contentId: found.content_id, pictureKey: found.picture_key, place, focus, colors })
      : null
  return database.transaction(async (tx) => {
    const row = await lockOwnPhotograph(catalog, tx, caller, photographId)
    if (printed !== null && row.print_key !== null)
      await dropFiles(tx, row.print_key, printFiles(row.print_key, 'banner'))
    const [caption, alt] = [textChange(body.caption), textChange(body.alt)]
    await changePhotograph(tx, row.id, {
      focus_x: focus.x,
      focus_y: focus.y,
      caption: caption === undefined ? row.caption : caption,
      alt: alt === undefined ? row.alt : alt,
      print_key: printed?.printKey ?? row.print_key,
      colors: printed?.colors ?? row.colors,
    })
    const changed = await findPhotograph(tx, row.id)
    if (changed === undefined) throw notFound()
    return toPhotograph(files, changed)
  })
}

/** Owner, managers and editors of the artist or album. Lists all of them, each once. */
export async function orderPhotographs(
  catalog: Catalog,
  caller: Caller,
  contentId: string,
  { place, photographIds }: Input<typeof calls.orderPhotographs>['body'],
): Promise<Photograph[]> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    await lockOwnContent(tx, caller, { contentId }, catalog.clock.now(), 'edit')
    const of = async () => (await selectPhotographs(tx, contentId)).filter((row) => row.place === place)
    const known = new Set((await of()).map(({ id }) => id))
    const sent = new Set(photographIds.map((id) => id.toLowerCase()))
    if (sent.size !== photographIds.length || sent.size !== known.size || [...sent].some((id) => !known.has(id))) {
      throw ruleBrokenInEnglish('The order must list all photographs, each once.')
    }
    await orderRows(tx, [...sent])
    return (await of()).map((row) => toPhotograph(catalog.files, row))
  })
}

/** Owner, managers and editors of the artist or album. */
export async function deletePhotograph(catalog: Catalog, caller: Caller, photographId: string): Promise<null> {
  requireUser(caller)
  await catalog.database.transaction(async (tx) => {
    const row = await lockOwnPhotograph(catalog, tx, caller, photographId)
    await dropPhotographs(tx, await deleteRow(tx, row.id))
  })
  return null
}

async function lockOwnPhotograph(catalog: Catalog, tx: Tx, caller: Caller, photographId: string) {
  const row = await findPhotograph(tx, photographId)
  if (row === undefined) throw notFound()
  await lockOwnContent(tx, caller, { contentId: row.content_id }, catalog.clock.now(), 'edit')
  const locked = await findPhotograph(tx, photographId)
  if (locked === undefined) throw notFound()
  return locked
}

type Stored = Pick<PhotographRow, 'picture_key' | 'print_key' | 'place'>

/** All files of these photographs. */
export const filesOf = (rows: readonly Stored[]): string[] =>
  rows.flatMap(({ picture_key, print_key, place }) => [
    ...photographFiles(picture_key),
    ...(print_key === null || !isPrinted(place) ? [] : printFiles(print_key, place)),
  ])

/** The files of deleted rows are removed after the transaction. */
export async function dropPhotographs(tx: Tx, rows: readonly Stored[]): Promise<void> {
  for (const row of rows) await dropFiles(tx, row.picture_key, filesOf([row]))
}

function dropFiles(tx: Tx, key: string, keys: string[]): Promise<void> {
  return publish(tx, topics.filesDropped, key, { keys }, { delaySeconds: KEEP_SECONDS })
}

export function toPhotograph(addresses: Addresses, row: PhotographRow): Photograph {
  const [url, smallUrl] = photographFiles(row.picture_key).map((key) => addresses.publicUrl(key)) as [string, string]
  const { id, width, height, caption, alt } = row
  return { id, url, smallUrl, width, height, focus: { x: row.focus_x, y: row.focus_y }, caption, alt }
}
