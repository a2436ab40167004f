/** The dependencies of the auth module. Functions that need less take a part of them. */
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail.ts'

export type AuthDeps = {
  database: Database
  clock: Clock
  mailer: Mailer
  /** The secret of this installation. */
  secret: string
  /** The public origin of this server. */
  publicUrl: string
  config: Pick<Config, 'brandName'>
}
