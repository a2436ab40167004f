/** Chooses the driver for stored files: a directory, or a bucket when one is configured.
 * The drivers are disk-files.ts and s3.ts. */
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type DiskFiles, openDiskFiles } from './disk-files.ts'
import { type ObjectFiles, openObjectFiles } from './s3.ts'
import { originOf } from '#server/platform/network/origin.ts'

export async function openFiles(config: Config, secret: string, clock: Clock): Promise<DiskFiles | ObjectFiles> {
  const { publicUrl } = config
  const accountBytesMax = config.uploadQuotaGib * 2 ** 30
  if (config.s3Bucket === '') {
    const root = join(config.dataDir, 'files')
    const keepFreeBytes = config.keepFreeMib * 2 ** 20
    return openDiskFiles({ root, publicUrl, origin: originOf(config), secret, clock, keepFreeBytes, accountBytesMax })
  }
  const files = openObjectFiles({
    bucket: config.s3Bucket,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
    isPathStyle: config.s3PathStyle,
    bucketUrl: config.s3PublicUrl,
    isRedirecting: config.s3Redirect,
    publicUrl,
    clock,
    accountBytesMax,
  })
  await files.requireBucket()
  return files
}

/** The origins besides this server to which browsers upload and from which they download. */
export function originsOfFiles({ s3Bucket, s3Endpoint, s3PathStyle, s3PublicUrl }: Config): string[] {
  if (s3Bucket === '') return []
  const { protocol, host } = new URL(s3Endpoint)
  const bucket = s3PathStyle ? `${protocol}//${host}` : `${protocol}//${s3Bucket}.${host}`
  return [bucket, ...(s3PublicUrl === '' ? [] : [new URL(s3PublicUrl).origin])]
}
