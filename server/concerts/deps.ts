/** The dependencies of the concerts module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Config } from '#server/platform/config/config.ts'

export type ConcertDeps = {
  database: Database
  clock: Clock
  files: Files
  limits: Pick<Config, 'minPaymentMsat' | 'maxPaymentMsat'>
  publicOrigin: string
  /** US cents for one bitcoin; null while the price source has not reported for half an hour. */
  readCentsPerBtc: (tx: Tx, now: Date) => Promise<bigint | null>
  /** Whether it has tickets, or may still get some. Call it with the tiers locked. */
  hasTickets: (tx: Tx, concertId: string) => Promise<boolean>
  /** Whether seats of it are on hold. */
  hasHolds: (tx: Tx, concertId: string) => Promise<boolean>
  /** How many nostr keys have accepted the event (RSVP). */
  countGoing: (tx: Tx, concert: { id: string; ownerId: string }, now: Date) => Promise<number>
}
