/** The dependencies of this module. It reads the catalogue through /v1 as a visitor does. */
import type { CallApi } from '#server/embeds/content.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { StoredFiles } from '#server/platform/files/files.ts'

export type CardDeps = {
  database: Database
  clock: Clock
  files: StoredFiles
  ask: CallApi
  brandName: string
  /** Signs the addresses of zap cards. */
  secret: string
}
