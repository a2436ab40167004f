/** The dependencies of this module. */
import type { FeedHome } from '#server/catalog/feed-guids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { StoredFiles } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/log.ts'

export type ArchiveDeps = {
  database: Database
  clock: Clock
  files: StoredFiles
  log: Log
  secret: string
  publicUrl: string
  brandName: string
  feedHome: FeedHome
  /** The export of an account, as JSON. */
  writeAccount: (userId: string) => AsyncIterable<string>
}
