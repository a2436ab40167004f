/** Chooses the driver for stored files: a directory, or a bucket when one is configured.
 * The drivers are disk-files.ts and s3.ts. */
import { join, resolve } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { InvalidSetting } from '#server/platform/config/values.ts'
import { originOf } from '#server/platform/network/origin.ts'
import { readAlso } from './also.ts'
import { openDiskFiles } from './disk-files.ts'
import { openObjectFiles } from './s3.ts'
import { bucketStore } from './s3-settings.ts'
import type { StoredFiles } from './files.ts'

const BUCKET = 's3://'

/** Where the settings say that files are: a folder, or `s3://bucket`. */
export const presentPlace = ({ s3Bucket, dataDir }: Config) =>
  s3Bucket === '' ? join(dataDir, 'files') : BUCKET + s3Bucket

/** The present place, and while files move also the other one. */
export async function openFiles(config: Config, secret: string, clock: Clock): Promise<StoredFiles> {
  const main = await openFilesAt(presentPlace(config), config, secret, clock)
  if (config.filesAlso === '') return main
  return readAlso(main, await openFilesAt(config.filesAlso, config, secret, clock))
}

/** The files in one place, which need not be the present one. */
export async function openFilesAt(place: string, config: Config, secret: string, clock: Clock): Promise<StoredFiles> {
  const { publicUrl } = config
  const origin = originOf(config)
  const accountBytesMax = config.uploadQuotaGib * 2 ** 30
  if (!place.startsWith(BUCKET)) {
    const root = resolve(place)
    const keepFreeBytes = config.keepFreeMib * 2 ** 20
    return openDiskFiles({ root, publicUrl, origin, secret, clock, keepFreeBytes, accountBytesMax })
  }
  // Neither a bucket nor a CDN in front of it reads the other place, so this server does.
  const isMoving = config.filesAlso !== ''
  const files = openObjectFiles({
    bucket: place.slice(BUCKET.length),
    ...storeOf(place, config),
    bucketUrl: isMoving ? '' : config.s3PublicUrl,
    isRedirecting: !isMoving && config.s3Redirect,
    publicUrl,
    origin,
    secret,
    clock,
    accountBytesMax,
  })
  await files.requireBucket()
  return files
}

function storeOf(place: string, config: Config) {
  const isAlso = place === config.filesAlso && config.filesAlsoS3Endpoint !== ''
  return bucketStore(config, isAlso ? 'filesAlsoS3' : 's3', (missing) => new InvalidSetting(missing))
}

/** The origins besides this server to which browsers upload and from which they download. */
export function originsOfFiles(config: Config): string[] {
  const places = [presentPlace(config), config.filesAlso].filter((place) => place.startsWith(BUCKET))
  const origins = places.map((place) => {
    const { endpoint, isPathStyle } = storeOf(place, config)
    const { protocol, host } = new URL(endpoint)
    return isPathStyle ? `${protocol}//${host}` : `${protocol}//${place.slice(BUCKET.length)}.${host}`
  })
  return config.s3Bucket === '' || config.s3PublicUrl === ''
    ? origins
    : [...origins, new URL(config.s3PublicUrl).origin]
}
