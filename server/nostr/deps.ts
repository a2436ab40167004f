/** What this server needs to speak on nostr as itself. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Outbound } from '#server/platform/outbound.ts'
import type { PlatformKey } from './platform-key.ts'

export type NostrDeps = {
  database: Database
  clock: Clock
  log: Log
  key: PlatformKey
  /** For other people's relays: public ones only, and none in the sandbox. */
  outbound: Outbound
  /** The address of our own relay. */
  relayUrl: string
  /** Those of others that are told of what this server says, besides whom payers name. */
  publicRelays: readonly string[]
  /** What proves that an invoice was paid, if the node still knows it. */
  findPreimage: (paymentHash: string) => Promise<string | null>
}
