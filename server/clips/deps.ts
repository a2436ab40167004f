/** The dependencies of this module. What is public is read through /v1, as a visitor does. */
import type { CallApi } from '#server/embeds/content.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { StoredFiles } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/log.ts'

export type ClipDeps = {
  database: Database
  clock: Clock
  files: StoredFiles
  ask: CallApi
  log: Log
  brandName: string
  /** The public origin. */
  publicUrl: string
}
