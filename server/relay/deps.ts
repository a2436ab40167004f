/** The dependencies and limits of the relay. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Hub } from './hub.ts'

export type RelayLimits = {
  connectionsMax: number
  connectionsPerAddress: number
  subscriptionsPerConnection: number
  /** Maximum and default number of events per filter. */
  eventsPerFilter: number
  messageMaxBytes: number
  /** Events published, by address and by key. */
  eventsPerMinute: number
  /** Subscriptions, counts and authentications, by address. */
  requestsPerMinute: number
  /** Bytes buffered for a slow reader; beyond this, live events close the connection. */
  unsentMaxBytes: number
}

export type RelayDeps = {
  database: Database
  hub: Hub
  clock: Clock
  log: Log
  /** The URL that clients use: `wss://host/relay`. */
  relayUrl: string
  name: string
  /** The public origin of this server. */
  publicUrl: string
  /** The version of this server's software. */
  version: string
  /** The public key of this server. */
  pubkey: string
  limits: RelayLimits
}

/** Limits that cannot be configured. */
export const RELAY_LIMITS = {
  subscriptionsPerConnection: 30,
  eventsPerFilter: 500,
  // Fits a private message of 64 KB, sealed and wrapped.
  messageMaxBytes: 256 * 1_024,
  unsentMaxBytes: 4 * 1_024 * 1_024,
} as const
