/** What the wallet service works with. */
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Hub } from '#server/relay/hub.ts'

export type WalletDeps = {
  database: Database
  clock: Clock
  log: Log
  payments: PaymentDeps
  /** Of our own relay in this process. */
  hub: Hub
  relayUrl: string
  /** The installation's; the keys of all connections come from it. */
  secret: string
  brandName: string
}
