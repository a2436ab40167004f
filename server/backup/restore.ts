/** Restores a backup into an empty installation: files, the secret, then the database in one transaction, which is the last step.
 * Everything is verified before anything is written. An interrupted restore continues when it is run again. */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Config } from '#server/platform/config/config.ts'
import { locateDatabase } from '#server/platform/database/open.ts'
import { requireFolder, restoreMarker } from '#server/platform/files/data-folder.ts'
import { isDiskFull } from '#server/platform/files/disk.ts'
import type { Files } from '#server/platform/files/files.ts'
import { openFiles } from '#server/platform/files/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { storeSecret } from '#server/platform/secrets/secret.ts'
import { createStops, type Stops } from '#server/platform/stops.ts'
import { readChannels } from './channels.ts'
import { loadDatabase, readHeld } from './load.ts'
import type { BackupDeps } from './make.ts'
import { type Backup, objectKey, openBackup } from './manifest.ts'
import { verifyObjects } from './objects.ts'
import { readPassphrase } from './passphrase.ts'
import type { ReadablePlace } from './place.ts'
import { BackupUnusable } from './unusable.ts'

/** The newest backup, or the named one. */
export async function verifyBackup({ config }: BackupDeps, place: ReadablePlace, name?: string): Promise<Backup> {
  const backup = await openBackup(place, readPassphrase(config), name)
  await verifyObjects(place, backup.contents)
  return backup
}

export async function restoreBackup(deps: BackupDeps, place: ReadablePlace, name?: string): Promise<Backup> {
  const { config } = deps
  const backup = await openBackup(place, readPassphrase(config), name)
  if (config.secret !== '' && config.secret !== backup.secret) {
    throw new BackupUnusable('SECRET is not the one of the backup. Remove SECRET: the restore writes it to DATA_DIR.')
  }
  const isContinued = requireEmptyFolder(config, backup)
  if (config.databaseUrl !== '' && !isContinued) {
    const held = await readHeld(config.databaseOwnerUrl || config.databaseUrl, backup)
    if (held !== 'nothing') throw databaseNotEmpty()
  }
  if (config.s3Bucket !== '' && !isContinued) {
    await requireEmptyBucket(await openFiles(config, backup.secret, deps.clock), config.s3Bucket)
  }
  await verifyObjects(place, backup.contents)
  requireFolder(config.dataDir)
  const stops = createStops(silentLog)
  try {
    await restoreWith(deps, place, backup, { isContinued, stops })
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new BackupUnusable(
      `The disk of ${config.dataDir} or of the database is full. Free some space and run it again: it continues.`,
    )
  } finally {
    await stops.run()
  }
  return backup
}

/** Where a restore puts lnd's backup of its channels. */
export const channelsFile = (dataDir: string) => join(dataDir, 'lnd-channel.backup')

type Progress = { isContinued: boolean; stops: Stops }

async function restoreWith(
  { config, clock }: BackupDeps,
  place: ReadablePlace,
  backup: Backup,
  { isContinued, stops }: Progress,
): Promise<void> {
  writeFileSync(restoreMarker(config.dataDir), backup.name, { mode: 0o600, flush: true })
  const files = await openFiles(config, backup.secret, clock)
  for (const { key, size, sha256 } of backup.contents.files) {
    // Files are written whole or not at all.
    if (isContinued && (await files.stat(key))?.size === size) continue
    await files.write(key, place.read(objectKey(sha256)))
  }
  const channels = await readChannels(place)
  if (channels !== null) writeFileSync(channelsFile(config.dataDir), channels, { mode: 0o600 })
  if (config.secret === '') storeSecret(config.dataDir, backup.secret)
  const { ownerUrl } = await locateDatabase(config, silentLog, stops)
  const held = await readHeld(ownerUrl, backup)
  if (held === 'else') throw databaseNotEmpty()
  if (held === 'nothing') await loadDatabase(ownerUrl, backup, place, clock)
  rmSync(restoreMarker(config.dataDir))
}

/** Returns true when an interrupted restore of the same backup is continued. */
function requireEmptyFolder({ dataDir }: Config, { name }: Backup): boolean {
  const marker = restoreMarker(dataDir)
  // An empty marker: the process was killed before it wrote the name, and it writes nothing before that.
  const begun = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  if (begun === name) return true
  if (begun !== '') {
    throw new BackupUnusable(
      `A restore of the backup ${begun} into ${dataDir} was interrupted. Run it again with that backup, by name, or ` +
        'delete everything in that folder.',
    )
  }
  const entries = existsSync(dataDir) ? readdirSync(dataDir) : []
  const found = entries.filter((entry) => entry !== 'lost+found' && entry !== basename(marker))
  if (found.length === 0) return false
  throw new BackupUnusable(
    `DATA_DIR is ${dataDir}, which is not empty (it has ${found.slice(0, 3).join(', ')}). Nothing was changed. ` +
      'Set DATA_DIR to an empty folder.',
  )
}

async function requireEmptyBucket(files: Files, bucket: string): Promise<void> {
  for await (const { key } of files.list('')) {
    throw new BackupUnusable(`The bucket ${bucket} is not empty (it has ${key}). Nothing was changed.`)
  }
}

const databaseNotEmpty = () =>
  new BackupUnusable('The database is not empty. Nothing in it was changed. Create an empty one for DATABASE_URL.')
