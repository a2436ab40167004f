/** The dependencies of the wallet service. */
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Hub } from '#server/relay/hub.ts'

export type WalletDeps = {
  database: Database
  clock: Clock
  log: Log
  payments: PaymentDeps
  /** The relay hub of this process. */
  hub: Hub
  relayUrl: string
  /** The installation's secret, from which the keys of all connections are derived. */
  secret: string
  brandName: string
}
