/** The secret of this installation: the setting SECRET, or one that is generated at the first
 * start and stored in DATA_DIR. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidSetting } from '#server/platform/config/values.ts'
import type { Config } from '#server/platform/config/config.ts'

export function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (config.secret !== '') return config.secret
  const path = secretFile(config.dataDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) storeSecret(config.dataDir, randomBytes(32).toString('hex'))
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw new InvalidSetting(`${path} must hold the secret of this installation: put it back`)
  return secret
}

export const secretFile = (dataDir: string) => join(dataDir, 'secret')

export const storeSecret = (dataDir: string, secret: string) => writeOnce(secretFile(dataDir), secret)

/** Written completely and then linked to its name: a full disk or a kill leaves no partial file. When two processes
 * start at the same time, the first wins. */
export function writeOnce(path: string, content: string): void {
  const tempPath = `${path}.new-${process.pid}`
  try {
    writeFileSync(tempPath, content, { mode: 0o600, flush: true })
    linkSync(tempPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(tempPath, { force: true })
  }
}
