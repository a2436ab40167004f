/** `metadata.json` of an archive: the rows of a user's content as they are stored, with their ids, and which file of the archive
 * each stored file is. Its format: docs/archive.md. Streamed: no table is in memory as a whole. */
import { readUser } from '#server/accounts/users.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { archivedTables, selectPartnerIds, selectRowsOf } from '#server/catalog/lists/archive-queries.ts'
import { readPartnerNames } from '#server/catalog/splits/outside-queries.ts'
import { selectOffers } from '#server/downloads/offer-queries.ts'
import { formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { selectArchivedItems } from '#server/foreign/archive-queries.ts'
import { type OriginalRow, selectStoredAssets } from '#server/media/queries.ts'
import { playlistTables, selectStoredPlaylists } from '#server/playlists/archive-queries.ts'
import { jsonOf, writeJsonList } from '#server/platform/text/json-stream.ts'
import type { ArchiveDeps } from './deps.ts'
import { selectMovedEvents } from './nostr-events.ts'

export const FORMAT = 'peal-archive'
export const VERSION = 2
/** Contents whose rows are read together. */
const AT_ONCE = 50

/** Somebody in a split. `address`: where a share can be paid from anywhere; null without a public address. */
export type Partner = { id: string; username: string | null; displayName: string | null; address: string | null }

type Written = {
  userId: string
  contentIds: readonly string[]
  playlistIds: readonly string[]
  originals: readonly OriginalRow[]
  /** Of all tracks and episodes, also of those whose audio is being replaced or missing. */
  uploadIds: readonly string[]
  /** Where the stored files that the rows name are. */
  places: readonly { key: string; path: string }[]
}

export async function* writeMetadata(
  { database, clock, publicUrl }: Pick<ArchiveDeps, 'database' | 'clock' | 'publicUrl'>,
  { userId, contentIds, playlistIds, originals, uploadIds, places }: Written,
): AsyncGenerator<string> {
  const tx = database.read
  const head = { format: FORMAT, version: VERSION, madeAt: clock.now(), server: publicUrl }
  yield `${jsonOf(head).slice(0, -1)},\n"account": ${jsonOf(await readUser(tx, userId))}`
  const profiles = await listNostrProfiles(tx, userId)
  yield `,\n"nostr": ${jsonOf(profiles)}`
  const host = publicUrl === '' ? null : new URL(publicUrl).host
  const partners = async (ids: readonly string[]): Promise<Partner[]> =>
    [...(await readPartnerNames(tx, ids))].map(([id, { username, displayName, isOutside }]) => {
      if (isOutside) return { id, username: null, displayName: null, address: username }
      return { id, username, displayName, address: host && formatLightningAddress({ username, host }) }
    })
  yield ',\n"partners": '
  yield* writeJsonList(inChunks(await selectPartnerIds(tx, userId), partners))
  yield ',\n"tables": {\n'
  for (const table of archivedTables) {
    yield `${jsonOf(table)}: `
    const ids = table === 'feed_identity' ? [...contentIds, ...playlistIds] : contentIds
    yield* writeJsonList(inChunks(ids, (some) => selectRowsOf(tx, table, some)))
    yield ',\n'
  }
  for (const table of playlistTables) {
    yield `${jsonOf(table)}: `
    yield* writeJsonList(inChunks(playlistIds, (ids) => selectStoredPlaylists(tx, table, ids)))
    yield ',\n'
  }
  yield '"foreign_item": '
  yield* writeJsonList(inChunks(playlistIds, (ids) => selectArchivedItems(tx, ids)))
  yield ',\n"download_offer": '
  yield* writeJsonList(inChunks(contentIds, (ids) => selectOffers(tx, ids)))
  yield ',\n"asset": '
  yield* writeJsonList(
    inChunks([...new Set([...originals.map(({ id }) => id), ...uploadIds])], (ids) => selectStoredAssets(tx, ids)),
  )
  yield '\n},\n"nostrEvents": '
  const events = (keys: readonly string[]) => selectMovedEvents(tx, keys, clock.now())
  yield* writeJsonList(inChunks(profiles, (some) => events(some.map(({ publicHex }) => publicHex))))
  yield ',\n"files": {'
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
