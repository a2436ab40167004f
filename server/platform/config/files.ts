/** The settings of stored files. They are a part of the table in config.ts. */
import { bucketName, filePlace, flag, origin, secret, setting, text } from './values.ts'

export const fileSettings = {
  s3Bucket: setting('S3_BUCKET', bucketName, '', 'Bucket to store files in instead of DATA_DIR'),
  s3Endpoint: setting('S3_ENDPOINT', origin, '', 'Address of the S3-compatible store'),
  s3Region: setting('S3_REGION', text, 'us-east-1', 'Its region'),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', text, '', 'Access key id of this server'),
  s3SecretAccessKey: secret('S3_SECRET_ACCESS_KEY', text, '', 'Its secret key'),
  s3PathStyle: setting('S3_PATH_STYLE', flag, false, 'The bucket is in the path, not in the host name'),
  s3PublicUrl: setting('S3_PUBLIC_URL', origin, '', 'URL of the public files of the bucket, for example of a CDN'),
  s3Redirect: setting('S3_REDIRECT', flag, false, 'Redirects listeners to the bucket instead of proxying'),
  filesAlso: setting('FILES_ALSO', filePlace, '', 'While files move: where a file is read that is not there yet'),
  filesAlsoS3Endpoint: setting(
    'FILES_ALSO_S3_ENDPOINT',
    origin,
    '',
    'Store of its bucket; else the one of S3_ENDPOINT',
  ),
  filesAlsoS3Region: setting('FILES_ALSO_S3_REGION', text, 'us-east-1', 'Its region'),
  filesAlsoS3AccessKeyId: setting('FILES_ALSO_S3_ACCESS_KEY_ID', text, '', 'Access key id for it'),
  filesAlsoS3SecretAccessKey: secret('FILES_ALSO_S3_SECRET_ACCESS_KEY', text, '', 'Its secret key'),
  filesAlsoS3PathStyle: setting('FILES_ALSO_S3_PATH_STYLE', flag, false, 'The bucket is in the path'),
}
