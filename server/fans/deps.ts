/** The dependencies of the fans module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Mailer } from '#server/platform/mail.ts'

export type FanDeps = {
  database: Database
  clock: Clock
  files: Pick<Files, 'publicUrl'>
  mailer: Mailer
  secret: string
  publicUrl: string
  brandName: string
}
