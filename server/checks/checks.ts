/** All checks of a configuration and of the services it names. Nothing is changed except a file that is written and
 * deleted again, and the folder of BACKUP_TO, which is created. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Config } from '#server/platform/config/config.ts'
import { describeMissing } from '#server/platform/config/missing.ts'
import { secretFile, readSecret } from '#server/platform/secrets/secret.ts'
import { failed, type Line, ok, warning } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkBackups, checkDisk, checkFiles } from './files.ts'
import { checkMail, checkNode, checkPrice, checkRelays, checkTraces } from './services.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkReplicas } from './replicas.ts'

/** `databaseUrl`: of the configured or the embedded database. */
export async function runChecks(config: Config, databaseUrl: string): Promise<Line[]> {
  const secret = secretOf(config)
  const lines = await Promise.all([
    checkDatabase(databaseUrl, config, secret),
    checkReplicas(databaseUrl, config),
    checkDisk(config),
    checkFiles(config, secret),
    checkBackups(config),
    checkNode(config),
    checkMail(config),
    checkPrice(config),
    checkPublicAddress(config),
    checkRelays(config),
    checkTraces(config),
  ])
  const missing = describeMissing(config).map((line) => warning('settings', line.replace(/^Warning: /, '')))
  return [...lines.flat(), checkFfmpeg(config), ...missing]
}

/** Empty before the first start: a check generates no secret. */
export function secretOf(config: Config): string {
  return config.secret === '' && !existsSync(secretFile(config.dataDir)) ? '' : readSecret(config)
}

function checkFfmpeg({ ffmpegPath }: Config): Line {
  if (ffmpegPath === '') return ok('ffmpeg', 'From npm')
  const { status, stdout } = spawnSync(ffmpegPath, ['-version'], { encoding: 'utf8', timeout: 5_000 })
  const version = /^ffmpeg version (\S+)/.exec(stdout ?? '')?.[1]
  if (status !== 0 || version === undefined) return failed('ffmpeg', `${ffmpegPath} is not an ffmpeg. Set FFMPEG_PATH`)
  return ok('ffmpeg', `${ffmpegPath}, version ${version}`)
}
