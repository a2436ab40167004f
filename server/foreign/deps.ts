/** The dependencies of the module for feeds of other servers. */
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'

export type ForeignDeps = {
  database: Database
  clock: Clock
  log: Log
  files: Files
  outbound: Outbound
  payments: PaymentDeps
}
