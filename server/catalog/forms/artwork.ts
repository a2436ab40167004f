/** The artwork of an artist, album or podcast, as received in a form.
 * Checking and scaling images is done by the media module. */
import { sql } from 'kysely'
import { topics } from '#server/events.ts'
import { artworkFiles, storeArtwork } from '#server/media/pictures/artwork.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { asJson, setColumns } from './changes.ts'

export type SavedArtwork = { artworkKey: string | null; colors: object | null }

/** The value of the column `color_info`. */
export const colorInfoOf = ({ colors }: SavedArtwork) => sql`${colors === null ? null : JSON.stringify(colors)}::jsonb`

/** Stores new artwork. A client without any sends the old URL or nothing, and a browser sends an empty field as a file
 * without content and name; then nothing is stored. */
export async function saveArtwork(files: Files, id: string, picture: unknown): Promise<SavedArtwork> {
  if (!(picture instanceof File) || isEmptyField(picture)) return { artworkKey: null, colors: null }
  return storeArtwork(files, { id, bytes: Buffer.from(await picture.arrayBuffer()) })
}

/** The same for content that already has artwork: stored under a new key, since stored files never change. */
export function saveNewArtwork(files: Files, picture: unknown): Promise<SavedArtwork> {
  return saveArtwork(files, newId(), picture)
}

/** Pages rendered before may show the old artwork for a while. */
const KEEP_SECONDS = 3_600

type Pictured = { id: string; artwork_key: string | null }

/** Sets the new artwork, if one was sent; the old files are removed later. */
export async function changeArtwork(
  tx: Tx,
  table: 'artist' | 'album' | 'podcast',
  { id, artwork_key: oldKey }: Pictured,
  { artworkKey, colors }: SavedArtwork,
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
