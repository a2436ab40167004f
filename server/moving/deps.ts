/** The dependencies of this module. */
import type { Catalog } from '#server/catalog/catalog.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'

export type MovingDeps = Catalog & {
  log: Log
  outbound: Outbound
  mailer: Mailer
  secret: string
  publicUrl: string
  brandName: string
}
