/** Makes the archive of an account: all originals, images, metadata, messages of DDEX, the statement and the export of the
 * account. When this happens: jobs.ts. What is in it: docs/archive.md. */
import { readUser } from '#server/accounts/users.ts'
import { readFeedGuids } from '#server/catalog/feed-guids.ts'
import { selectAudioOf, selectContentIds, selectImagesOf } from '#server/catalog/lists/archive-queries.ts'
import { type OriginalRow, selectOriginals } from '#server/media/queries.ts'
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
  const recipient = user?.username ?? ''
  for (const { id: albumId } of contents.filter(({ type }) => type === 'album')) {
    const xml = await writeDdex(deps, albumId, { recipient, findFile: (one) => placed.get(one) ?? null })
    if (xml !== null) await writer.write(`ddex/${albumId}.xml`, [xml])
  }
  await writer.write('statement.csv', writeStatement(tx, userId))
  await writer.write('account.json', deps.writeAccount(userId))
  await assignGuids(deps, contents)
  const contentIds = contents.map((content) => content.id)
  const ids = originals.map((original) => original.id)
  const summed = await selectOriginals(tx, ids)
  await writer.write(
    'metadata.json',
    writeMetadata(deps, { userId, contentIds, originals: summed, places: writer.places }),
  )
  await writer.write('manifest.json', writeManifest(writer))
  return writer.files
}

/** Feeds that nobody has read have no guid yet. Feeds of the restored content must have the one that they would have here. */
async function assignGuids(
  { database, clock, feedHome }: ArchiveDeps,
  contents: Awaited<ReturnType<typeof selectContentIds>>,
): Promise<void> {
  if (feedHome === null) return
  for (const kind of ['artist', 'album', 'podcast'] as const) {
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

/** Every other file, with its size and checksum, and what could not be added. */
async function* writeManifest({ files, missing }: ArchiveWriter): AsyncGenerator<string> {
  yield `{"format": ${jsonOf(FORMAT)}, "version": ${VERSION},\n"missing": ${jsonOf(missing)},\n"files": [`
  for (const [index, { path, bytes, sha256 }] of files.entries()) {
    yield `${index === 0 ? '\n' : ',\n'}${jsonOf({ path, bytes, sha256 })}`
  }
  yield '\n]}\n'
}
