/** The picture of an artist, album or podcast, as a form brings it.
 * Not how pictures are checked and scaled; that is the media room's. */
import { topics } from '#server/events.ts'
import { artworkFiles, storeArtwork } from '#server/media/artwork.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/outbox.ts'
import { asJson, setColumns } from './changes.ts'

export type StoredPicture = { artworkKey: string | null; colors: object | null }

/** Stores a new picture. A client that has none sends the old address or nothing, and a browser sends an empty field as
 * a file without content and without a name of its own: there is nothing to store then. */
export async function storePicture(files: Files, id: string, picture: unknown): Promise<StoredPicture> {
  if (!(picture instanceof File) || isEmptyField(picture)) return { artworkKey: null, colors: null }
  return storeArtwork(files, { id, bytes: Buffer.from(await picture.arrayBuffer()) })
}

/** The same for what has a picture already: under a name of its own, since stored files never change. */
export function storeNewPicture(files: Files, picture: unknown): Promise<StoredPicture> {
  return storePicture(files, newId(), picture)
}

/** Pages that were made before may show the old one for a while. */
const KEEP_SECONDS = 3_600

type Pictured = { id: string; artwork_key: string | null }

/** The new picture, where one was sent; the old one is removed later. */
export async function changePicture(
  tx: Tx,
  table: 'artist' | 'album' | 'podcast',
  { id, artwork_key: oldKey }: Pictured,
  { artworkKey, colors }: StoredPicture,
  now: Date,
): Promise<void> {
  if (artworkKey === null) return
  await setColumns(tx, table, id, { artwork_key: artworkKey, color_info: asJson(colors) }, now)
  if (oldKey === null) return
  await publish(tx, topics.filesDropped, oldKey, { keys: artworkFiles(oldKey) }, { delaySeconds: KEEP_SECONDS })
}

function isEmptyField(picture: File): boolean {
  return picture.size === 0 && !picture.name.includes('.')
}
