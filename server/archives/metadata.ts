/** `metadata.json` of an archive: the rows of a user's content as they are stored, with their ids, and which file of the archive
 * each stored file is. Its format: docs/archive.md. Streamed: no table is in memory as a whole. */
import { readUser, readUserSummaries } from '#server/accounts/users.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { archivedTables, selectPartnerIds, selectRowsOf } from '#server/catalog/lists/archive-queries.ts'
import { selectOffers } from '#server/downloads/offer-queries.ts'
import type { OriginalRow } from '#server/media/queries.ts'
import { jsonOf, writeJsonList } from '#server/platform/text/json-stream.ts'
import type { ArchiveDeps } from './deps.ts'

export const FORMAT = 'peal-archive'
export const VERSION = 1
/** Contents whose rows are read at once. */
const AT_ONCE = 50

type Written = {
  userId: string
  contentIds: readonly string[]
  originals: readonly OriginalRow[]
  /** Where the stored files that the rows name are. */
  places: readonly { key: string; path: string }[]
}

export async function* writeMetadata(
  { database, clock, publicUrl }: Pick<ArchiveDeps, 'database' | 'clock' | 'publicUrl'>,
  { userId, contentIds, originals, places }: Written,
): AsyncGenerator<string> {
  const tx = database.read
  const head = { format: FORMAT, version: VERSION, madeAt: clock.now(), server: publicUrl }
  yield `${jsonOf(head).slice(0, -1)},\n"account": ${jsonOf(await readUser(tx, userId))}`
  yield `,\n"nostr": ${jsonOf(await listNostrProfiles(tx, userId))}`
  const partners = async (ids: readonly string[]) => [...(await readUserSummaries(tx, ids)).values()]
  yield ',\n"partners": '
  yield* writeJsonList(inChunks(await selectPartnerIds(tx, userId), partners))
  yield ',\n"tables": {\n'
  for (const table of archivedTables) {
    yield `${jsonOf(table)}: `
    yield* writeJsonList(inChunks(contentIds, (ids) => selectRowsOf(tx, table, ids)))
    yield ',\n'
  }
  yield '"download_offer": '
  yield* writeJsonList(inChunks(contentIds, (ids) => selectOffers(tx, ids)))
  yield ',\n"asset": '
  yield* writeJsonList(inChunks(originals, async (page) => page))
  yield '\n},\n"files": {'
  for (const [index, { key, path }] of places.entries()) {
    yield `${index === 0 ? '\n' : ',\n'}${jsonOf(key)}: ${jsonOf(path)}`
  }
  yield '\n}\n}\n'
}

async function* inChunks<Given, Item>(
  all: readonly Given[],
  read: (some: readonly Given[]) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield await read(all.slice(at, at + AT_ONCE))
}
