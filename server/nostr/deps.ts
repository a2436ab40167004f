/** The dependencies for publishing on nostr as this server. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'
import type { PlatformKey } from './platform-key.ts'

export type NostrDeps = {
  database: Database
  clock: Clock
  log: Log
  key: PlatformKey
  /** For external relays: public ones only, and none in the sandbox. */
  outbound: Outbound
  /** The URL of our own relay. */
  relayUrl: string
  /** External relays to which this server publishes, besides those that payers name. */
  publicRelays: readonly string[]
  /** The preimage that proves a payment, if the node still has it. */
  findPreimage: (paymentHash: string) => Promise<string | null>
}
