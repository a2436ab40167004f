/** The dependencies of the me module. Functions that need less take a part of them. */
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { NostrProfile } from '#server/accounts/nostr-keys.ts'

export type MeDeps = {
  database: Database
  clock: Clock
  files: Files
  config: Pick<Config, 'regionAllow' | 'regionDeny' | 'minPaymentMsat'>
  readBalance: (tx: Tx, userId: string) => Promise<bigint>
  /** The nostr keys of this user with their profiles. */
  listProfiles: (tx: Tx, userId: string) => Promise<NostrProfile[]>
}
