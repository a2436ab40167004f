/** The settings of a bucket: for stored files, for files that are moved, and for backups. */
import type { Config } from '#server/platform/config/config.ts'

/** The server and the keys of a bucket, from the settings with this prefix. */
export function bucketStore(
  config: Config,
  prefix: 's3' | 'filesAlsoS3' | 'backupS3',
  refuse: (missing: string) => Error,
) {
  const store = {
    endpoint: config[`${prefix}Endpoint`],
    region: config[`${prefix}Region`],
    accessKeyId: config[`${prefix}AccessKeyId`],
    secretAccessKey: config[`${prefix}SecretAccessKey`],
    isPathStyle: config[`${prefix}PathStyle`],
  }
  if (store.endpoint !== '' && store.accessKeyId !== '' && store.secretAccessKey !== '') return store
  const name = { s3: 'S3', filesAlsoS3: 'FILES_ALSO_S3', backupS3: 'BACKUP_S3' }[prefix]
  throw refuse(`Set ${name}_ENDPOINT, ${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY`)
}
