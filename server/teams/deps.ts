/** The dependencies of the teams module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Mailer } from '#server/platform/mail.ts'

export type TeamDeps = {
  database: Database
  clock: Clock
  files: Pick<Files, 'publicUrl'>
  mailer: Mailer
  publicUrl: string
  brandName: string
}
