/** The dependencies of the admin module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'

export type AdminDeps = {
  database: Database
  clock: Clock
  /** The nostr key of this server. */
  ownPubkey: string
}
