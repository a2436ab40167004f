/** The picture of an artist, album or podcast, as a form brings it.
 * Not how pictures are checked and scaled; that is the media room's. */
import type { Files } from '#server/platform/files.ts'
import { storeArtwork } from '#server/media/artwork.ts'

export type StoredPicture = { artworkKey: string | null; colors: object | null }

/** Stores a new picture. A client that has none sends the old address or nothing, and a browser sends an empty field as
 * a file without content and without a name of its own: there is nothing to store then. */
export async function storePicture(files: Files, id: string, picture: unknown): Promise<StoredPicture> {
  if (!(picture instanceof File) || isEmptyField(picture)) return { artworkKey: null, colors: null }
  return storeArtwork(files, { id, bytes: Buffer.from(await picture.arrayBuffer()) })
}

function isEmptyField(picture: File): boolean {
  return picture.size === 0 && !picture.name.includes('.')
}
