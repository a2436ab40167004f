/** Requirements between settings, and of settings on the machine. The values of single
 * settings are in config/values.ts. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { InvalidSetting } from './values.ts'

/** The settings that are checked together. */
type Checked = { isDatabasePooled: boolean } & Record<'minPaymentMsat' | 'maxPaymentMsat' | 'nodeCeilingMsat', bigint> &
  Record<
    | 'appleClientId'
    | 'appleKeyId'
    | 'applePrivateKey'
    | 'appleTeamId'
    | 'backupTo'
    | 'coldStorage'
    | 'customTokenIssuer'
    | 'customTokenKey'
    | 'databaseOwnerUrl'
    | 'databaseReadUrl'
    | 'databaseUrl'
    | 'googleClientId'
    | 'googleClientSecret'
    | 'identityMode'
    | 'oidcClientId'
    | 'oidcIssuer'
    | 'passphrase'
    | 's3AccessKeyId'
    | 's3Bucket'
    | 's3Endpoint'
    | 's3SecretAccessKey'
    | 'walletLoginAuthorizeUrl'
    | 'walletLoginClientId'
    | 'walletLoginTokenUrl'
    | 'walletLoginUserUrl',
    string
  >

/** A provider that is only partly configured would fail at each login instead of at the start. */
export function requireCompleteConfig(config: Checked): void {
  if (config.minPaymentMsat > config.maxPaymentMsat) {
    throw new InvalidSetting('MIN_PAYMENT_MSAT must be at most MAX_PAYMENT_MSAT')
  }
  const needs = (when: string, variable: string, value: string) => {
    if (when !== '' && value === '') throw new InvalidSetting(`${variable} is missing`)
  }
  if (config.isDatabasePooled) needs('pooled', 'DATABASE_URL', config.databaseUrl)
  needs(config.databaseReadUrl, 'DATABASE_URL', config.databaseUrl)
  // Backups, migrations and the sandbox keep a connection.
  if (config.isDatabasePooled) needs('pooled', 'DATABASE_OWNER_URL (PostgreSQL itself)', config.databaseOwnerUrl)
  if (config.identityMode !== 'embedded') needs('oidc', 'OIDC_ISSUER', config.oidcIssuer)
  if (config.identityMode !== 'embedded') needs('oidc', 'OIDC_CLIENT_ID', config.oidcClientId)
  needs(config.googleClientId, 'GOOGLE_CLIENT_SECRET', config.googleClientSecret)
  needs(config.appleClientId, 'APPLE_TEAM_ID', config.appleTeamId)
  needs(config.appleClientId, 'APPLE_KEY_ID', config.appleKeyId)
  needs(config.appleClientId, 'APPLE_PRIVATE_KEY', config.applePrivateKey)
  const hasWholeBucket = config.s3Endpoint && config.s3AccessKeyId && config.s3SecretAccessKey
  needs(config.s3Bucket, 'S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY', hasWholeBucket)
  needs(config.walletLoginClientId, 'WALLET_LOGIN_AUTHORIZE_URL', config.walletLoginAuthorizeUrl)
  needs(config.walletLoginClientId, 'WALLET_LOGIN_TOKEN_URL', config.walletLoginTokenUrl)
  needs(config.walletLoginClientId, 'WALLET_LOGIN_USER_URL', config.walletLoginUserUrl)
  needs(config.nodeCeilingMsat === 0n ? '' : 'ceiling', 'COLD_STORAGE', config.coldStorage)
  needs(config.backupTo, 'PASSPHRASE or PASSPHRASE_FILE', config.passphrase)
  needs(config.customTokenIssuer, 'CUSTOM_TOKEN_KEY', config.customTokenKey)
}

/** Returns the configured ffmpeg, or the one in the search path, or '': then the server uses the one from npm. */
export function findFfmpeg(wanted: string, searchPath: string): string {
  const isPath = /[/\\]/.test(wanted)
  const found = isPath ? wanted : findProgram(wanted || 'ffmpeg', searchPath)
  if (wanted !== '' && found === '') throw new InvalidSetting(`FFMPEG_PATH: there is no program ${wanted} in PATH`)
  return found
}

/** Returns the first program of that name in the search path, or ''. */
function findProgram(name: string, searchPath: string): string {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? ''
}
