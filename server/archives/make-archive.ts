/** Makes the archive of an account: all originals, images, metadata, messages of DDEX, the statement and the export of the
 * account. When this happens: jobs.ts. What is in it: docs/archive.md. */
import { readUser } from '#server/accounts/users.ts'
import { readFeedGuids } from '#server/catalog/feed-guids.ts'
import {
  selectAudioOf,
  selectContentIds,
  selectImagesOf,
  selectPrintsOf,
} from '#server/catalog/lists/archive-queries.ts'
import { artworkFiles } from '#server/media/pictures/artwork.ts'
import { photographFiles, printFiles } from '#server/media/pictures/photograph.ts'
import { type OriginalRow, selectOriginals, selectStreams } from '#server/media/queries.ts'
import { selectPlaylistIds } from '#server/playlists/archive-queries.ts'
import { writeStatement } from '#server/payments/statements/csv.ts'
import { jsonOf } from '#server/platform/text/json-stream.ts'
import { writeDdex } from './ddex.ts'
import type { ArchiveDeps } from './deps.ts'
import { FORMAT, VERSION, writeMetadata } from './metadata.ts'
import { audioPath, imagePath } from './paths.ts'
import type { FileRow } from './queries.ts'
import { type ArchiveWriter, createWriter } from './writer.ts'
import type { Working } from '#server/platform/jobs/leased-work.ts'

type Made = { id: string; user_id: string }

export async function makeArchive(
  deps: ArchiveDeps,
  { id, user_id: userId }: Made,
  { signal, onProgress }: Working,
): Promise<FileRow[]> {
  const tx = deps.database.read
  await deps.files.requireSpace()
  const contents = await selectContentIds(tx, userId)
  const audio = await selectAudioOf(tx, userId)
  const originals = await selectOriginals(
    tx,
    audio.map((row) => row.asset_id),
  )
  const total = originals.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  let done = 0
  const writer = createWriter(deps, id, (bytes) => {
    signal.throwIfAborted()
    done += bytes
    onProgress(total === 0 ? 0 : Math.min(0.99, done / total))
  })
  const placed = await addMedia(deps, writer, { userId, audio, originals })
  const user = await readUser(tx, userId)
  if (user?.artworkKey) await writer.copy('profile.jpg', user.artworkKey)
  await addServed(deps, writer, { userId, originals, profileKey: user?.artworkKey ?? null })
  const recipient = user?.username ?? ''
  for (const { id: albumId } of contents.filter(({ type }) => type === 'album')) {
    const xml = await writeDdex(deps, albumId, { recipient, findFile: (one) => placed.get(one) ?? null })
    if (xml !== null) await writer.write(`ddex/${albumId}.xml`, [xml])
  }
  await writer.write('statement.csv', writeStatement(tx, userId))
  await writer.write('account.json', deps.writeAccount(userId))
  const playlistIds = await selectPlaylistIds(tx, userId)
  await assignGuids(deps, [...contents, ...playlistIds.map((one) => ({ id: one, type: 'playlist' as const }))])
  const contentIds = contents.map((content) => content.id)
  const ids = originals.map((original) => original.id)
  const summed = await selectOriginals(tx, ids)
  await writer.write(
    'metadata.json',
    writeMetadata(deps, {
      userId,
      contentIds,
      playlistIds,
      originals: summed,
      uploadIds: audio.map((row) => row.upload_id),
      places: writer.places,
    }),
  )
  await writer.write('manifest.json', writeManifest(writer))
  return writer.files
}

/** Feeds that nobody has read have no guid yet. Feeds of the restored content must have the one that they would have here. */
async function assignGuids(
  { database, clock, feedHome }: ArchiveDeps,
  contents: readonly { id: string; type: string }[],
): Promise<void> {
  if (feedHome === null) return
  for (const kind of ['artist', 'album', 'podcast', 'playlist'] as const) {
    const ids = contents.flatMap(({ id, type }) => (type === kind ? id : []))
    await readFeedGuids(database.read, feedHome, { kind, ids, now: clock.now() })
  }
}

type Media = {
  userId: string
  audio: Awaited<ReturnType<typeof selectAudioOf>>
  originals: readonly OriginalRow[]
}

/** Returns the files by the id of the content that they are the audio or the cover of. */
async function addMedia(
  { database }: ArchiveDeps,
  writer: ArchiveWriter,
  { userId, audio, originals }: Media,
): Promise<Map<string, FileRow>> {
  const placed = new Map<string, FileRow>()
  const place = (id: string, file: FileRow | null) => void (file && placed.set(id, file))
  const originalOf = new Map(originals.map((original) => [original.id, original]))
  for (const row of audio) {
    const original = originalOf.get(row.asset_id)
    if (original !== undefined) place(row.id, await writer.refer(audioPath(row, original.extension), original))
  }
  for (const row of await selectImagesOf(database.read, userId)) {
    const file = await writer.copy(imagePath(row.image_key, row), row.image_key)
    if (row.maker !== null) place(row.id, file)
  }
  return placed
}

/** What pages and feeds name besides: the streams, and the other sizes of images, each at its key. */
async function addServed(
  { database, files }: ArchiveDeps,
  writer: ArchiveWriter,
  { userId, originals, profileKey }: Pick<Media, 'userId' | 'originals'> & { profileKey: string | null },
): Promise<void> {
  const tx = database.read
  for (const streams of (
    await selectStreams(
      tx,
      originals.map(({ id }) => id),
    )
  ).values()) {
    for (const { key } of Object.values(streams)) await writer.link(key)
  }
  const pictures = (await selectImagesOf(tx, userId)).map((row) => row.image_key)
  const sizes = [...pictures, ...(profileKey === null ? [] : [profileKey])].flatMap((key) => [
    ...artworkFiles(key).slice(1),
    // Photographs have another size than artwork.
    photographFiles(key)[1],
  ])
  const prints = (await selectPrintsOf(tx, userId)).flatMap((row) => printFiles(row.print_key, row.place))
  for (const key of new Set([...sizes, ...prints])) {
    if ((await files.stat(key)) !== null) await writer.copy(key, key)
  }
}

/** Every other file, with its size and checksum, and what could not be added. */
async function* writeManifest({ files, missing }: ArchiveWriter): AsyncGenerator<string> {
  yield `{"format": ${jsonOf(FORMAT)}, "version": ${VERSION},\n"missing": ${jsonOf(missing)},\n"files": [`
  for (const [index, { path, bytes, sha256 }] of files.entries()) {
    yield `${index === 0 ? '\n' : ',\n'}${jsonOf({ path, bytes, sha256 })}`
  }
  yield '\n]}\n'
}
