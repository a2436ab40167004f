/** The dependencies of this module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { StoredFiles } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/log.ts'

export type DownloadDeps = {
  database: Database
  clock: Clock
  files: StoredFiles
  log: Log
  /** Of this installation: signs the URLs of files and private links. */
  secret: string
  publicUrl: string
}
