/** The settings of backups and of the journal. They are a part of the table in config.ts. */
import { flag, integer, origin, secret, setting, text } from './values.ts'

export const backupSettings = {
  journal: setting('JOURNAL', text, '', 'Folder or s3://bucket/prefix for the journal of all changes since a backup'),
  backupTo: setting(
    'BACKUP_TO',
    text,
    '',
    'Folder or s3://bucket/prefix to which the server makes backups automatically',
  ),
  backupEveryHours: setting('BACKUP_EVERY_HOURS', integer(1, 8_760), 24, 'How old the newest one may become'),
  passphrase: secret('PASSPHRASE', text, '', 'Encrypts the secret of this installation in its backups'),
  backupKeep: setting('BACKUP_KEEP', integer(1, 10_000), 14, 'How many backups are kept in one place'),
  backupS3Endpoint: setting('BACKUP_S3_ENDPOINT', origin, '', 'Store of backups to s3://; else the one of S3_ENDPOINT'),
  backupS3Region: setting('BACKUP_S3_REGION', text, 'us-east-1', 'Its region'),
  backupS3AccessKeyId: setting('BACKUP_S3_ACCESS_KEY_ID', text, '', 'Access key id for it'),
  backupS3SecretAccessKey: secret('BACKUP_S3_SECRET_ACCESS_KEY', text, '', 'Its secret key'),
  backupS3PathStyle: setting('BACKUP_S3_PATH_STYLE', flag, false, 'The bucket is in the path, not in the host name'),
}
