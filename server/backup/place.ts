/** Where backups and the journal are: a folder, or `s3://bucket/prefix`. */
import { createReadStream, existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { makeWritable } from '#server/platform/files/data-folder.ts'
import { listFolder, openDiskFiles } from '#server/platform/files/disk-files.ts'
import type { Files } from '#server/platform/files/files.ts'
import { isValidKey } from '#server/platform/files/keys.ts'
import { openObjectFiles } from '#server/platform/files/s3.ts'
import { bucketStore } from '#server/platform/files/s3-settings.ts'
import { BackupUnusable } from './unusable.ts'

/** `title`: as in messages. */
export type ReadablePlace = Pick<Files, 'read' | 'list'> & { title: string }
export type Place = ReadablePlace & Pick<Files, 'write' | 'remove'>

/** Creates the folder, but not the one that it is in. */
export async function openPlace(config: Config, clock: Clock, address: string): Promise<Place> {
  if (address.startsWith('s3://')) return openBucketPlace(config, clock, address)
  const root = resolve(address)
  if (`${root}${sep}`.startsWith(`${config.dataDir}${sep}`)) {
    throw new BackupUnusable(
      `${root} is in DATA_DIR. Backups and the journal must be elsewhere, best on another disk or machine.`,
    )
  }
  if (!existsSync(dirname(root))) {
    throw new BackupUnusable(
      `There is no folder ${dirname(root)}, in which ${root} would be made. Is its disk mounted?`,
    )
  }
  const reason = makeWritable(root)
  if (reason !== null) throw new BackupUnusable(`The folder ${root} cannot be ${reason}.`)
  return { title: root, ...(await openDiskFiles({ root, publicUrl: '', secret: '', clock })) }
}

/** Writes nothing, so the folder may be read-only. */
export async function openPlaceToRead(config: Config, clock: Clock, address: string): Promise<ReadablePlace> {
  if (address.startsWith('s3://')) return openBucketPlace(config, clock, address)
  const root = resolve(address)
  if (!existsSync(root)) throw new BackupUnusable(`There is no folder ${root}.`)
  return {
    title: root,
    read: (key) => createReadStream(join(root, key)),
    list: (prefix) => listFolder(root, prefix),
  }
}

async function openBucketPlace(config: Config, clock: Clock, address: string): Promise<Place> {
  const [bucket = '', ...folders] = address.slice('s3://'.length).replace(/\/$/, '').split('/')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  if (bucket === '' || !isValidKey(`${prefix}x`)) {
    throw new BackupUnusable(`${address} is not like s3://bucket/prefix, in lower-case letters and digits.`)
  }
  const settings = config.backupS3Endpoint === '' ? 's3' : 'backupS3'
  const files = openObjectFiles({
    bucket,
    ...bucketStore(config, settings, (missing) => new BackupUnusable(`${missing}.`)),
    clock,
    bucketUrl: '',
    isRedirecting: false,
    publicUrl: '',
    secret: '',
  })
  await files.requireBucket()
  return {
    title: address,
    read: (key) => files.read(prefix + key),
    write: (key, body) => files.write(prefix + key, body),
    remove: (key) => files.remove(prefix + key),
    async *list(start) {
      for await (const file of files.list(prefix + start)) yield { ...file, key: file.key.slice(prefix.length) }
    },
  }
}
