/** What the relay works with, and how much it lets anybody have. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Hub } from './hub.ts'

export type RelayLimits = {
  connectionsMax: number
  connectionsPerAddress: number
  subscriptionsPerConnection: number
  /** Of one filter; also what is taken when it names no limit. */
  eventsPerFilter: number
  messageMaxBytes: number
  /** Written, by address and by key. */
  eventsPerMinute: number
  /** Asked: subscriptions, counts and log-ins, by address. */
  requestsPerMinute: number
  /** Not yet taken by a slow reader; more, and live events end the connection. */
  unsentMaxBytes: number
}

export type RelayDeps = {
  database: Database
  hub: Hub
  clock: Clock
  log: Log
  /** As clients name it: `wss://host/relay`. */
  relayUrl: string
  name: string
  /** Where people reach this server. */
  publicUrl: string
  /** Of this server's software. */
  version: string
  /** The key of this server. */
  pubkey: string
  limits: RelayLimits
}

/** Those that are no settings. */
export const RELAY_LIMITS = {
  subscriptionsPerConnection: 30,
  eventsPerFilter: 500,
  // A private message of 64 KB, sealed and wrapped.
  messageMaxBytes: 256 * 1_024,
  unsentMaxBytes: 4 * 1_024 * 1_024,
} as const
