/** Makes a backup beside a running server. What the place has already is not stored again. The manifest comes last; then old
 * backups are removed, and the parts that only they needed. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isDiskFull } from '#server/platform/files/disk.ts'
import type { Files, ListedFile } from '#server/platform/files/files.ts'
import { openFiles } from '#server/platform/files/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { createStops, type Stops } from '#server/platform/stops.ts'
import { saveChannels } from './channels.ts'
import { connectForBackup, dumpDatabase } from './dump.ts'
import { connectInstallation } from './installation.ts'
import * as manifest from './manifest.ts'
import { type Objects, openObjects } from './objects.ts'
import { readPassphrase } from './passphrase.ts'
import type { Place } from './place.ts'
import { BackupUnusable } from './unusable.ts'

export type BackupDeps = { config: Config; clock: Clock }

export type MadeBackup = {
  name: string
  contents: manifest.Contents
  /** Stored by this backup, and not by an earlier one. */
  added: { count: number; bytes: number }
  /** lnd did not respond: its channels are as in the last backup. */
  isNodeAway: boolean
  /** Files that were deleted while the backup was made. */
  vanished: readonly string[]
  removedBackups: number
}

/** Drawn again when needed, or deleted after a week. */
const NOT_KEPT = /^(archives|cards|clips)\//

export async function makeBackup(deps: BackupDeps, place: Place): Promise<MadeBackup> {
  const passphrase = readPassphrase(deps.config)
  const stops = createStops(silentLog)
  try {
    return await makeWith(deps, place, passphrase, stops)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new BackupUnusable(`The disk of ${place.title} or of ${tmpdir()} is full. Earlier backups are unchanged.`)
  } finally {
    await stops.run()
  }
}

async function makeWith({ config, clock }: BackupDeps, place: Place, passphrase: string, stops: Stops) {
  const { client, secret } = await connectInstallation(config, stops, connectForBackup)
  const files = await openFiles(config, secret, clock)
  const folder = await mkdtemp(join(tmpdir(), 'peal-backup-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const installation = manifest.installationOf(secret)
  const newest = await openNewest(place, passphrase, installation)
  const known = new Map(newest?.contents.files.map((file) => [idOf(file, file.modifiedAt), file]))
  const objects = await openObjects(place)

  // Most files are copied before the moment of the backup, so that few can be deleted between that moment and their copy.
  await copyFiles({ files, objects, known }, await listFiles(files))
  let listed: ListedFile[] = []
  const madeAt = clock.now()
  const dump = await dumpDatabase(
    client,
    // Files are stored before the rows that name them, so this list has all of them.
    async () => void (listed = await listFiles(files)),
    (source) => storeTable(source, join(folder, 'table'), objects),
  )
  const { copied, vanished } = await copyFiles({ files, objects, known }, listed)
  const contents = {
    version: manifest.readVersion(),
    installation,
    madeAt: madeAt.toISOString(),
    ...dump,
    files: copied,
  }
  const name = manifest.nameAt(madeAt)
  await place.write(
    manifest.manifestKey(name),
    await manifest.encodeManifest(contents, { ...newest, secret, passphrase }),
  )
  const isNodeAway = await saveChannels(config, place).then(
    () => false,
    () => true,
  )
  const removedBackups = await removeOld(place, objects, config.backupKeep)
  return { name, contents, added: objects.added, isNodeAway, vanished, removedBackups }
}

/** A file with the same key, size and time need not be read again. */
const idOf = (file: { key: string; size: number }, modifiedAt: string) => `${file.key} ${file.size} ${modifiedAt}`

/** Null when there is none, or when it is damaged or has another passphrase: then all files are read again. */
async function openNewest(place: Place, passphrase: string, installation: string): Promise<manifest.Backup | null> {
  const name = (await manifest.listBackups(place)).at(-1)
  const contents = name === undefined ? null : await manifest.readContents(place, name).catch(() => null)
  if (contents === null) return null
  if (contents.installation !== installation) {
    throw new BackupUnusable(
      `${place.title} has backups of another installation. Give each installation its own place.`,
    )
  }
  // Only a signed backup is relied on.
  return manifest.openBackup(place, passphrase, name).catch(() => null)
}

async function listFiles(files: Files): Promise<ListedFile[]> {
  const listed: ListedFile[] = []
  for await (const file of files.list('')) if (!NOT_KEPT.test(file.key)) listed.push(file)
  return listed
}

type Copying = { files: Files; objects: Objects; known: Map<string, manifest.StoredObject> }

async function copyFiles({ files, objects, known }: Copying, listed: readonly ListedFile[]) {
  const copied: manifest.Contents['files'] = []
  const vanished: string[] = []
  for (const file of listed) {
    const modifiedAt = file.modifiedAt.toISOString()
    const id = idOf(file, modifiedAt)
    let object = known.get(id)
    if (object === undefined || !objects.has(object)) {
      object = await files.withLocalFile(file.key, objects.put).catch(async (error: unknown) => {
        if ((await files.stat(file.key)) !== null) throw error
        return undefined
      })
    }
    if (object === undefined) {
      vanished.push(file.key)
      continue
    }
    known.set(id, object)
    copied.push({ key: file.key, modifiedAt, sha256: object.sha256, size: object.size })
  }
  return { copied, vanished }
}

async function storeTable(source: Readable, path: string, objects: Objects): Promise<manifest.StoredObject> {
  await pipeline(source, createGzip(), createWriteStream(path, { mode: 0o600 }))
  return objects.put(path)
}

/** Keeps the newest. Also removes what interrupted backups have left. */
async function removeOld(place: Place, objects: Objects, keep: number): Promise<number> {
  const names = await manifest.listBackups(place)
  const old = names.slice(0, -keep)
  for (const name of old) await place.remove(manifest.manifestKey(name))
  const needed = new Set<string>()
  for (const name of names.slice(-keep)) {
    const contents = await manifest.readContents(place, name).catch(() => null)
    // What a damaged one needs is unknown, so nothing is removed.
    if (contents === null) return old.length
    for (const { sha256 } of manifest.objectsOf(contents)) needed.add(sha256)
  }
  await objects.removeAllBut(needed)
  return old.length
}
